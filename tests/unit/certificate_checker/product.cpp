#include "mixcert/certificate/checker/local_norm.hpp"
#include "mixcert/certificate/checker/product_chain.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 600;

/// Exact numbers, row by row.
struct exact_factors {
  std::size_t n, d, m;
  std::vector<rational> H, sources, rows;

  jacobian_factors enclosed() const {
    const auto matrix = [](const std::vector<rational>& x, std::size_t r, std::size_t c) {
      interval_matrix M(r, c, bits);
      for (std::size_t k = 0; k < x.size(); ++k) M.entries[k] = interval(x[k], bits);
      return M;
    };
    return {matrix(H, n, n), matrix(sources, m, d), matrix(rows, n * m, n * d)};
  }

  rational dense(std::size_t row, std::size_t col) const {
    const std::size_t i = row / d, c = row % d;
    rational x = c == col % d ? H[i * n + col / d] : rational(0);
    for (std::size_t j = 0; j < m; ++j) x += sources[j * d + c] * rows[(i * m + j) * n * d + col];
    return x;
  }

  rational frobenius_above() const {
    rational squares = 0;
    for (std::size_t i = 0; i < n * d; ++i)
      for (std::size_t j = 0; j < n * d; ++j) squares += dense(i, j) * dense(i, j);
    return squares < 1 ? rational(1) : squares;
  }
};

/// Numbers such as 5/7, none of which is a binary fraction.
exact_factors random_factors(std::size_t n, std::size_t d, std::size_t m, const rational& size, std::mt19937& source) {
  std::uniform_int_distribution<long> number(-9, 9);
  const auto some = [&](std::size_t count, const rational& times) {
    std::vector<rational> r;
    for (std::size_t k = 0; k < count; ++k) r.emplace_back(rational(number(source), 7) * times);
    return r;
  };
  return {n, d, m, some(n * n, 1), some(m * d, size), some(n * m * n * d, 1 / size)};
}

interval distance(const chain_product& P, const std::vector<std::vector<rational>>& exactly) {
  rational squares = 0;
  for (std::size_t i = 0; i < P.matrix.order; ++i)
    for (std::size_t j = 0; j < P.matrix.order; ++j) {
      const rational off = rational(in_last_places(P.matrix(i, j))) * last_place(fixed_matrix::limbs) -
                           exactly[i][j] * power_of_two(-P.exponent);
      squares += off * off;
    }
  return sqrt(interval(squares, bits));
}

/// One stream: J = x b^T, of norm |x| |b| = 65.
exact_factors of_norm_65() { return {1, 2, 1, {0}, {3, 4}, {5, 12}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(product)

BOOST_AUTO_TEST_CASE(a_chain_is_within_its_radius_of_the_exact_product) {
  std::mt19937 source(11);
  for (const rational& size : {rational(1), power_of_two(120), power_of_two(-120)}) {
    constexpr std::size_t n = 2, d = 3, m = 3, order = n * d;
    std::vector<exact_factors> factors;
    std::vector<rational> norms;
    std::vector<std::vector<rational>> P(order, std::vector<rational>(order));
    for (std::size_t k = 0; k < order; ++k) P[k][k] = 1;
    for (int l = 0; l < 5; ++l) {
      const exact_factors J = random_factors(n, d, m, size, source);
      std::vector<std::vector<rational>> next(order, std::vector<rational>(order));
      for (std::size_t i = 0; i < order; ++i)
        for (std::size_t j = 0; j < order; ++j)
          for (std::size_t k = 0; k < order; ++k) next[i][j] += J.dense(i, k) * P[k][j];
      P = next;
      factors.push_back(J);
      norms.push_back(J.frobenius_above());
    }
    const chain_product found = multiply([&](std::size_t l) { return factors[l].enclosed(); }, {n, d, norms, 0}, bits);
    const interval off = distance(found, P);
    BOOST_TEST(is_less(off, found.radius));
    BOOST_TEST(is_positive(off));
    BOOST_TEST(is_less(found.radius, scaled(interval(1, bits), -92)));
    const interval_matrix enclosed =
        multiply_in_intervals([&](std::size_t l) { return factors[l].enclosed(); }, factors.size(), order, bits);
    for (std::size_t i = 0; i < order; ++i)
      for (std::size_t j = 0; j < order; ++j) {
        const rational& x = P[i][j];
        BOOST_TEST((position_in(enclosed(i, j), x - power_of_two(-200), x + power_of_two(-200)) == position::inside));
        BOOST_TEST((mpfr_cmp_q(enclosed(i, j).lower(), x.get_mpq_t()) <= 0 &&
                    mpfr_cmp_q(enclosed(i, j).upper(), x.get_mpq_t()) >= 0));
      }
  }
}

// The second factor takes away all but 2^-62 of the first, and nothing of what was rounded there.
BOOST_AUTO_TEST_CASE(what_is_rounded_counts_where_the_product_is_small) {
  const rational third(1, 3), seventh(1, 7), rest = power_of_two(-62) / 5;
  const std::vector<rational> nothing(8), none(2);
  const exact_factors frozen{2, 1, 2, {third, seventh, third + rest, seventh}, none, nothing};
  // The same matrix, fed back from one source: row i times x_0.
  const exact_factors fed_back{
      2, 1, 2, {0, 0, 0, 0}, {third, 0}, {1, 3 * seventh, 0, 0, 1 + 3 * rest, 3 * seventh, 0, 0}};
  const exact_factors difference{2, 1, 2, {1, -1, 0, 0}, none, nothing};
  for (const exact_factors& first : {frozen, fed_back}) {
    const auto factor = [&](std::size_t l) { return (l == 0 ? first : difference).enclosed(); };
    const chain_product found = multiply(factor, {2, 1, {2, 2}, 0}, bits);
    const interval off = distance(found, {{-rest, 0}, {0, 0}});
    BOOST_TEST(is_less(off, found.radius));
    BOOST_TEST(is_less(scaled(interval(1, bits), -110), off)); // more than the last two limbs are wide
  }
}

BOOST_AUTO_TEST_CASE(a_chain_of_large_norms_takes_more_limbs) {
  // diag(2^40, 2^-40) and its inverse in turn: norms multiply to 2^400, the product is I.
  const auto factor = [](std::size_t l) {
    const rational up = power_of_two(l % 2 == 0 ? 40 : -40);
    return exact_factors{2, 1, 2, {up, 0, 0, 1 / up}, {0, 0}, std::vector<rational>(8)}.enclosed();
  };
  const std::vector<rational> norms(8, power_of_two(40));
  const chain_product found = multiply(factor, {2, 1, norms, 0}, bits);
  BOOST_TEST(is_less(distance(found, {{1, 0}, {0, 1}}), found.radius));
  BOOST_CHECK_THROW(multiply(factor, {2, 1, std::vector<rational>(40, power_of_two(40)), 0}, bits), malformed);
}

BOOST_AUTO_TEST_CASE(factors_that_are_enclosed_widely_are_not_multiplied) {
  jacobian_factors J = of_norm_65().enclosed();
  J.sources(0, 0) = interval(3, rational(3) + power_of_two(-80), bits);
  BOOST_CHECK_THROW(multiply([&](std::size_t) { return J; }, {1, 2, {66}, 0}, bits), not_established);
}

BOOST_AUTO_TEST_CASE(norms_are_told_from_bounds_that_are_near) {
  const rational near = power_of_two(-100);
  const jacobian_factors J = of_norm_65().enclosed();
  BOOST_CHECK_NO_THROW(require_norm("it", J, 65 + near, bits));
  BOOST_CHECK_THROW(require_norm("it", J, 65 - near, bits), refuted);
  BOOST_CHECK_THROW(require_norm("it", J, 65, bits), not_established);
  BOOST_CHECK_THROW(require_norm("it", J, 0, bits), refuted);
}

BOOST_AUTO_TEST_CASE(a_norm_of_zero_is_that_of_nothing) {
  const auto zeros = [](std::size_t count) { return std::vector<rational>(count); };
  const auto norm_is_zero = [](const exact_factors& J) { require_norm("it", J.enclosed(), 0, bits); };
  BOOST_CHECK_NO_THROW(norm_is_zero({1, 2, 1, {0}, zeros(2), {5, 12}}));
  BOOST_CHECK_NO_THROW(norm_is_zero({1, 2, 1, {0}, {3, 4}, zeros(2)}));
  BOOST_CHECK_THROW(norm_is_zero({1, 2, 1, {power_of_two(-1000)}, zeros(2), zeros(2)}), refuted);
  BOOST_CHECK_THROW(norm_is_zero(of_norm_65()), refuted);
  jacobian_factors J = exact_factors{1, 2, 1, {0}, zeros(2), zeros(2)}.enclosed();
  J.H(0, 0) = interval(0, power_of_two(-1000), bits);
  BOOST_CHECK_THROW(require_norm("it", J, 0, bits), not_established);
}

BOOST_AUTO_TEST_CASE(norms_hold_for_every_member_of_the_enclosures) {
  jacobian_factors J = of_norm_65().enclosed();
  const rational bound = 65 + power_of_two(-40);
  J.sources(0, 0) = interval(3, rational(3) + power_of_two(-30), bits);
  BOOST_CHECK_THROW(require_norm("it", J, bound, bits), not_established);
  J = of_norm_65().enclosed();
  J.rows(0, 1) = interval(12, rational(12) + power_of_two(-30), bits);
  BOOST_CHECK_THROW(require_norm("it", J, bound, bits), not_established);
}

BOOST_AUTO_TEST_CASE(the_frozen_part_counts_where_nothing_is_fed_back) {
  // H = 2, x = (1, 0), b = (-2, 0): J = diag(0, 2).
  const jacobian_factors J = exact_factors{1, 2, 1, {2}, {1, 0}, {-2, 0}}.enclosed();
  BOOST_CHECK_NO_THROW(require_norm("it", J, rational(2) + power_of_two(-100), bits));
  BOOST_CHECK_THROW(require_norm("it", J, rational(2) - power_of_two(-100), bits), refuted);
  // With one feature J = 2 + 1 (-2) = 0, and H itself is no part of it.
  const jacobian_factors all = exact_factors{1, 1, 1, {2}, {1}, {-2}}.enclosed();
  BOOST_CHECK_NO_THROW(require_norm("it", all, power_of_two(-100), bits));
  const jacobian_factors none =
      exact_factors{2, 3, 2, {1, 0, 0, 3}, std::vector<rational>(6), std::vector<rational>(24)}.enclosed();
  BOOST_CHECK_NO_THROW(require_norm("it", none, rational(3) + power_of_two(-100), bits));
  BOOST_CHECK_THROW(require_norm("it", none, rational(3) - power_of_two(-100), bits), refuted);
}

BOOST_AUTO_TEST_CASE(norms_of_random_factors_are_those_of_the_dense_matrix) {
  std::mt19937 source(12);
  for (int k = 0; k < 5; ++k) {
    const exact_factors J = random_factors(2, 4, 3, power_of_two(60), source);
    interval_matrix dense(8, 8, bits);
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j) dense(i, j) = interval(J.dense(i, j), bits);
    const interval largest = enclose_singular_values(dense, bits).front();
    rational norm;
    mpfr_get_q(norm.get_mpq_t(), largest.upper());
    BOOST_CHECK_NO_THROW(require_norm("it", J.enclosed(), norm + power_of_two(-100), bits));
    BOOST_CHECK_THROW(require_norm("it", J.enclosed(), norm - power_of_two(-100), bits), refuted);
  }
}

BOOST_AUTO_TEST_CASE(values_of_a_small_matrix_are_sharp_however_graded) {
  // An orthogonal matrix with entries +-1/2 between diagonals: values 1, 2^-100, 2^-200, 0 of rows turned.
  interval_matrix M(4, 4, bits);
  const std::vector<int> signs{1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      M(i, j) = interval(rational(signs[i * 4 + j], 2) * power_of_two(-100 * static_cast<long>(j)), bits);
  const std::vector<interval> values = enclose_singular_values(M, bits);
  for (std::size_t k = 0; k < 3; ++k) {
    const rational exactly = power_of_two(-100 * static_cast<long>(k));
    BOOST_TEST((position_in(values[k], exactly * (1 - power_of_two(-200)), exactly * (1 + power_of_two(-200))) ==
                position::inside));
  }
  BOOST_TEST(mpfr_zero_p(values[3].lower()) != 0);
  M(0, 0) = interval(rational(1, 2), rational(1, 2) + power_of_two(-50), bits);
  const interval first = enclose_singular_values(M, bits).front();
  BOOST_TEST((position_in(first, 1 - power_of_two(-60), 1 + power_of_two(-60)) == position::across));
}

BOOST_AUTO_TEST_SUITE_END()
