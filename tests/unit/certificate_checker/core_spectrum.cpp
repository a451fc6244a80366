#include "mixcert/certificate/checker/core_spectrum.hpp"
#include "mixcert/certificate/checker/channel.hpp"
#include "mixcert/certificate/checker/direction.hpp"
#include "mixcert/certificate/checker/jacobian_measured.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 512;

interval_matrix matrix_of(std::size_t rows, std::size_t cols, const std::vector<rational>& x) {
  interval_matrix r(rows, cols, bits);
  for (std::size_t k = 0; k < x.size(); ++k) r.entries[k] = interval(x[k], bits);
  return r;
}

std::vector<rational> numbers(std::size_t count, std::mt19937& source) {
  std::uniform_int_distribution<long> number(-9, 9);
  std::vector<rational> r;
  for (std::size_t k = 0; k < count; ++k) r.emplace_back(number(source), 7);
  return r;
}

jacobian_factors random_factors(std::size_t n, std::size_t d, std::size_t m, std::mt19937& source) {
  return {matrix_of(n, n, numbers(n * n, source)), matrix_of(m, d, numbers(m * d, source)),
          matrix_of(n * m, n * d, numbers(n * m * n * d, source))};
}

interval_matrix dense(const jacobian_factors& J) {
  const std::size_t n = J.H.rows, m = J.sources.rows, d = J.sources.cols;
  interval_matrix r(n * d, n * d, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < d; ++c) {
      for (std::size_t s = 0; s < n; ++s) r(i * d + c, s * d + c) = J.H(i, s);
      for (std::size_t j = 0; j < m; ++j)
        for (std::size_t k = 0; k < n * d; ++k) add_product(r(i * d + c, k), J.sources(j, c), J.rows(i * m + j, k));
    }
  return r;
}

/// Whether the expanded values meet those of the dense matrix, and how wide they are at most is 2^exponent.
void check_against_dense(const jacobian_factors& J, long exponent) {
  const std::vector<interval> wanted = enclose_singular_values(dense(J), bits);
  std::size_t i = 0;
  for (const auto& [value, count] : enclose_spectrum(J, bits))
    for (std::size_t k = 0; k < count; ++k, ++i) {
      BOOST_REQUIRE_LT(i, wanted.size());
      BOOST_CHECK_MESSAGE(!is_less(value, wanted[i]) && !is_less(wanted[i], value),
                          i << ": " << text(value) << " beside " << text(wanted[i]));
      BOOST_CHECK(is_less(between(value, value) - value, scaled(interval(1, bits), exponent)));
    }
  BOOST_TEST(i == wanted.size());
}

/// I - (1 1^T / n) kron I, and 1 1^T / n kron I.
interval_matrix averaging(std::size_t n, std::size_t d, bool rest) {
  interval_matrix r(n * d, n * d, bits);
  const interval share = interval(rest ? -1 : 1, bits) / static_cast<long>(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) r(i * d + c, s * d + c) = rest && i == s ? share + 1 : share;
  return r;
}

bool is_near(const interval& a, const interval& b, long exponent) {
  const interval off = abs(a - b);
  return is_less(off, scaled(interval(1, bits), exponent));
}

dyadic_matrix direction(std::size_t n, std::size_t d, std::initializer_list<long> entries) {
  dyadic_matrix r = zeros(n, d, -3);
  std::size_t k = 0;
  for (const long x : entries) r.entries[k++] = x;
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_spectrum)

BOOST_AUTO_TEST_CASE(values_are_those_of_the_dense_matrix) {
  std::mt19937 source(3);
  for (const auto& [n, d, m] : {std::tuple{1UL, 1UL, 1UL},
                                {1UL, 5UL, 2UL},
                                {2UL, 2UL, 2UL},
                                {2UL, 9UL, 2UL},
                                {3UL, 14UL, 3UL},
                                {2UL, 3UL, 3UL}})
    BOOST_TEST_CONTEXT(n << " streams of " << d) check_against_dense(random_factors(n, d, m, source), -200);
}

BOOST_AUTO_TEST_CASE(dependent_sources_and_rows) {
  std::mt19937 source(4);
  jacobian_factors J = random_factors(2, 12, 2, source);
  for (std::size_t c = 0; c < 12; ++c) J.sources(1, c) = J.sources(0, c) * 3;
  for (std::size_t i = 1; i < 4; ++i)
    for (std::size_t c = 0; c < 24; ++c) J.rows(i, c) = J.rows(0, c) / static_cast<long>(i + 6);
  check_against_dense(J, -200);
}

// What one source is larger by, its rows are smaller by: the values are the same, and no wider.
BOOST_AUTO_TEST_CASE(sources_of_any_size) {
  std::mt19937 source(8);
  jacobian_factors J = random_factors(3, 9, 3, source);
  for (std::size_t c = 0; c < 9; ++c) J.sources(2, c) = interval(bits);
  const jacobian_factors plain = J;
  constexpr long far = 1990;
  for (std::size_t c = 0; c < 9; ++c) J.sources(0, c) = scaled(J.sources(0, c), far);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c = 0; c < 27; ++c) {
      J.rows(3 * i, c) = scaled(J.rows(3 * i, c), -far);
      J.rows(3 * i + 2, c) = scaled(J.rows(3 * i + 2, c), far);
    }
  const jacobian_factors even = balanced(J);
  check_against_dense(even, -200);
  BOOST_CHECK(is_less(distance(dense(even), interval(1, bits), dense(plain), bits), scaled(interval(1, bits), -480)));
  for (std::size_t c = 0; c < 27; ++c) BOOST_CHECK(is_zero(even.rows(2, c)));
  const interval norm = enclose_spectrum(J, bits).front().value;
  BOOST_CHECK_MESSAGE(!is_less(norm - norm, scaled(interval(1, bits), -200)), "it would be narrow without");
}

BOOST_AUTO_TEST_CASE(nothing_fed_back) {
  std::mt19937 source(5);
  jacobian_factors J = random_factors(3, 4, 3, source);
  J.rows = interval_matrix(9, 12, bits);
  check_against_dense(J, -400);
  const std::vector<repeated_value> found = enclose_spectrum(J, bits);
  BOOST_TEST(found.size() == 3U);
  BOOST_TEST(found.front().count == 4U);
  J.H = interval_matrix(3, 3, bits);
  BOOST_TEST(is_zero(enclose_spectrum(J, bits).front().value));
}

// The second source, or row, is within 2^-300 of the first: the basis has it not, and the enclosures are wider by what
// it leaves. J is times (a_0 - a_1) e_0^T, or times e_0 (e_0 - b_1)^T.
BOOST_AUTO_TEST_CASE(what_a_basis_leaves_out_counts) {
  const rational tiny = power_of_two(-300);
  for (const rational& times : {rational(1), power_of_two(250)}) {
    const interval wanted(rational(times * tiny), bits);
    for (const jacobian_factors& J :
         {jacobian_factors{matrix_of(1, 1, {0}), matrix_of(2, 3, {1, 0, 0, 1, tiny, 0}),
                           matrix_of(2, 3, {times, 0, 0, -times, 0, 0})},
          jacobian_factors{matrix_of(1, 1, {0}), matrix_of(2, 3, {times, 0, 0, -times, 0, 0}),
                           matrix_of(2, 3, {1, 0, 0, 1, tiny, 0})}}) {
      const interval found = enclose_spectrum(J, bits).front().value;
      const interval norm = enclose_norm(J.H, J.sources, J.rows, bits);
      BOOST_CHECK_MESSAGE(!is_less(found, wanted) && !is_less(wanted, found), text(found));
      BOOST_CHECK_MESSAGE(!is_less(norm, wanted) && !is_less(wanted, norm), text(norm));
    }
  }
}

// K = (3, 4) kron I - 3 e_0 e_0^T: its norm is 4 along the first feature, and 5 along the others.
BOOST_AUTO_TEST_CASE(features_that_nothing_is_fed_back_from) {
  const interval_matrix f = matrix_of(2, 1, {3, 4}), rows = matrix_of(2, 2, {-3, 0, 0, 0});
  BOOST_CHECK(is_near(enclose_norm(f, matrix_of(1, 2, {1, 0}), rows, bits), interval(5, bits), -400));
  const interval_matrix one_feature = matrix_of(2, 1, {-3, 0});
  BOOST_CHECK(is_near(enclose_norm(f, matrix_of(1, 1, {1}), one_feature, bits), interval(4, bits), -400));
}

BOOST_AUTO_TEST_CASE(all_members_are_meant) {
  jacobian_factors J{matrix_of(1, 1, {1}), matrix_of(1, 2, {1, 0}), matrix_of(1, 2, {1, 0})};
  J.rows(0, 0) = interval(rational(1), rational(2), bits); // values 1 and 2 to 3
  const interval found = enclose_spectrum(J, bits).front().value;
  BOOST_CHECK(!is_less(found, interval(3, bits)) && !is_less(interval(2, bits), found));
  J.H(0, 0) = interval(rational(1), rational(4), bits);
  BOOST_CHECK(!is_less(enclose_spectrum(J, bits).front().value, interval(6, bits)));
  J = {matrix_of(2, 2, {2, 0, 0, 1}), interval_matrix(2, 1, bits), interval_matrix(4, 2, bits)};
  J.H(0, 1) = interval(rational(0), rational(1), bits); // ||[2 1; 0 1]||^2 = 3 + sqrt(5)
  BOOST_CHECK(!is_less(enclose_spectrum(J, bits).front().value, sqrt(sqrt(interval(5, bits)) + 3)));
  J.H(0, 0) = interval(rational(0), rational(5), bits); // diag(5, 3) and diag(0, 4) are members
  J.H(0, 1) = interval(bits);
  J.H(1, 1) = interval(rational(3), rational(4), bits);
  const std::vector<repeated_value> both = enclose_spectrum(J, bits);
  BOOST_CHECK(!is_less(both.front().value, interval(5, bits)) && !is_less(interval(4, bits), both.front().value));
  BOOST_CHECK(!is_less(both.back().value, interval(3, bits)) && !is_less(interval(bits), both.back().value));
}

BOOST_AUTO_TEST_CASE(a_large_core_in_fixed_point) {
  std::mt19937 source(6);
  const std::size_t n = 2, d = 81, order = n * d;
  jacobian_factors J = random_factors(n, d, 27, source);
  for (interval& x : J.rows.entries) x = scaled(x, 40);
  const std::vector<repeated_value> found = enclose_spectrum(J, bits);
  interval squares(bits), log_det(bits);
  std::size_t count = 0;
  for (const auto& [value, times] : found) {
    count += times;
    squares += square(value) * static_cast<long>(times);
  }
  BOOST_TEST(count == order);
  const interval wanted = square(frobenius(dense(J), bits));
  BOOST_CHECK(!is_less(squares, wanted) && !is_less(wanted, squares));
  BOOST_CHECK(is_near(squares / wanted, interval(1, bits), -70));
}

BOOST_AUTO_TEST_CASE(any_size_of_norm) {
  std::mt19937 source(9);
  const interval_matrix M = matrix_of(3, 3, numbers(9, source));
  const std::vector<interval> wanted = enclose_singular_values(M, bits);
  for (const long exponent : {-1000L, 1000L}) {
    interval_matrix moved = M;
    for (interval& x : moved.entries) x = scaled(x, exponent);
    const std::vector<interval> found = enclose_singular_values(moved, bits);
    for (std::size_t k = 0; k < wanted.size(); ++k) BOOST_CHECK(is_near(scaled(found[k], -exponent), wanted[k], -400));
  }
}

BOOST_AUTO_TEST_CASE(channel_of_any_map) {
  std::mt19937 source(7);
  for (const auto& [n, d, m] : {std::tuple{2UL, 6UL, 2UL}, {3UL, 2UL, 3UL}, {2UL, 20UL, 2UL}, {1UL, 3UL, 1UL}}) {
    const jacobian_factors J = random_factors(n, d, m, source);
    const interval_matrix P = averaging(n, d, false), Q = averaging(n, d, true), D = dense(J);
    const interval_matrix PJP = product(product(P, D, bits), P, bits), QJP = product(product(Q, D, bits), P, bits);
    const interval mean = enclose_singular_values(PJP, bits)[d - 1], cross = enclose_singular_values(QJP, bits)[0];
    BOOST_CHECK(is_near(channel_gain(J, {.numbers = 9}, bits), sqrt(square(mean) + square(cross)), -200));
  }
}

BOOST_AUTO_TEST_CASE(channel_of_exact_sums) {
  std::mt19937 source(8);
  jacobian_factors J = random_factors(2, 3, 2, source);
  const invariants columns{.columns_sum_to_one = true, .numbers = 9};
  const invariants both{.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = 9};
  J.rows = interval_matrix(4, 6, bits);
  J.H = matrix_of(2, 2, {rational(3, 4), rational(1, 3), rational(1, 4), rational(2, 3)});
  // f = (13/12, 11/12), centred (1/12, -1/12): ||QHP|| = sqrt(2)/12/sqrt(2) = 1/12
  BOOST_CHECK(is_near(square(channel_gain(J, columns, bits)), interval(rational(145, 144), bits), -400));
  J = random_factors(2, 3, 2, source);
  J.sources = matrix_of(2, 3, {5, -2, 1, 5, -2, 1});
  BOOST_CHECK(is_zero(channel_gain(J, both, bits) - 1));
  BOOST_CHECK(is_less(interval(2, bits), channel_gain(J, columns, bits)));
}

BOOST_AUTO_TEST_CASE(counts_of_values_beside_a_threshold) {
  const std::vector<repeated_value> values{{interval(rational(2), rational(3), bits), 2}, {interval(1, bits), 5}};
  const auto is = [&](const rational& x, std::size_t least, std::size_t most) {
    const enclosed_count found = count_at_least(values, x);
    return found.at_least == least && found.at_most == most;
  };
  BOOST_CHECK(is(4, 0, 0));
  BOOST_CHECK(is(3, 0, 2));
  BOOST_CHECK(is(2, 2, 2));
  BOOST_CHECK(is(1, 7, 7));
  BOOST_CHECK(is(rational(5, 4), 2, 2));
}

// J = [2 0; 0 1] of one stream: the sine of (1, t) with the first axis is t / sqrt(1 + t^2).
BOOST_AUTO_TEST_CASE(sines_of_directions) {
  const jacobian_factors J{matrix_of(1, 1, {1}), matrix_of(1, 2, {1, 0}), matrix_of(1, 2, {1, 0})};
  const std::vector<repeated_value> spectrum = enclose_spectrum(J, bits);
  const auto sine = [&](const dyadic_matrix& v, const dyadic_matrix& u) { return sine_of(v, u, J, spectrum, bits); };
  const dyadic_matrix exact = direction(1, 2, {-8, 0}), near = direction(1, 2, {8, 1}), far = direction(1, 2, {1, 8});
  BOOST_CHECK(is_less(sine(exact, exact), scaled(interval(1, bits), -400)));
  BOOST_CHECK(is_less(interval(rational(1, 9), bits), sine(near, exact)));
  BOOST_CHECK(is_less(interval(rational(1, 9), bits), sine(exact, near)));
  BOOST_CHECK(is_less(interval(rational(1, 6), bits), sine(near, near)));
  BOOST_CHECK(is_less(sine(near, near), interval(rational(1, 4), bits)));
  BOOST_CHECK(is_less(interval(rational(4, 5), bits), sine(far, far)));
  const dyadic_matrix second = direction(1, 2, {0, 8});
  BOOST_CHECK_THROW(sine(second, second), not_established);
  BOOST_CHECK_THROW(sine(exact, direction(1, 2, {0, 0})), refuted);
  const jacobian_factors equal{matrix_of(1, 1, {1}), matrix_of(1, 2, {1, 0}), matrix_of(1, 2, {0, 0})};
  BOOST_CHECK_THROW(sine_of(exact, exact, equal, enclose_spectrum(equal, bits), bits), not_established);
}

BOOST_AUTO_TEST_SUITE_END()
