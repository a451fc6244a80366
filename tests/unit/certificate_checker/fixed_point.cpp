#include "mixcert/certificate/checker/fixed_matrix.hpp"
#include "mixcert/certificate/checker/refined_svd.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace mixcert::checker;

namespace {

constexpr int limbs = 3;
constexpr mpfr_prec_t bits = 300;

rational value_of(const fixed<limbs>& x) { return rational(in_last_places(x)) * last_place(limbs); }
rational value_of(const fixed_matrix::entry& x) {
  return rational(in_last_places(x)) * last_place(fixed_matrix::limbs);
}

/// Of so many places, below 2^(exponent) in size.
integer random_integer(std::mt19937_64& source, int places) {
  integer r = 0;
  for (int k = 0; k < places; k += 32) r = (r << 32) + static_cast<unsigned long>(source() >> 32);
  mpz_fdiv_r_2exp(r.get_mpz_t(), r.get_mpz_t(), places);
  return (source() & 1U) != 0 ? integer(-r) : r;
}

fixed_matrix random_matrix(std::size_t order, std::mt19937_64& source) {
  fixed_matrix A(order);
  for (fixed_matrix::entry& x : A.entries) x = fixed_from<fixed_matrix::limbs>(random_integer(source, 107));
  return A;
}

bool is_within(const interval& x, const rational& value) {
  return mpfr_cmp_q(x.lower(), value.get_mpq_t()) <= 0 && mpfr_cmp_q(x.upper(), value.get_mpq_t()) >= 0;
}

interval width(const interval& x) { return interval(x) - x; }

/// The sums of the squares of a matrix's entries, exactly, and of its values.
void check_squares(const fixed_matrix& A, const std::vector<interval>& values) {
  rational squares = 0;
  for (const fixed_matrix::entry& x : A.entries) squares += value_of(x) * value_of(x);
  interval own(bits);
  for (const interval& x : values) own += square(x);
  BOOST_TEST(is_within(own, squares));
}

void check_narrow(const std::vector<interval>& values, long exponent) {
  for (const interval& x : values) BOOST_TEST(is_less(width(x), scaled(interval(1, bits), exponent)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(fixed_point)

BOOST_AUTO_TEST_CASE(numbers_are_split_and_joined) {
  std::mt19937_64 source(1);
  for (int k = 0; k < 1000; ++k) {
    const integer x = random_integer(source, 56 * limbs);
    const fixed<limbs> split = fixed_from<limbs>(x);
    BOOST_TEST(in_last_places(split) == x);
    for (int limb = 1; limb < limbs; ++limb) BOOST_TEST(std::abs(split.limb[limb]) <= 1L << 55);
  }
}

BOOST_AUTO_TEST_CASE(sums_of_products_are_within_a_last_place) {
  std::mt19937_64 source(2);
  for (int k = 0; k < 200; ++k) {
    std::vector<fixed<limbs>> a, b;
    rational exactly = 0;
    for (int i = 0; i < 50; ++i) {
      a.push_back(fixed_from<limbs>(random_integer(source, 56 * limbs - 4)));
      b.push_back(fixed_from<limbs>(random_integer(source, 56 * limbs - 4)));
      exactly += value_of(a.back()) * value_of(b.back());
    }
    product_sum<limbs> sum;
    sum.add(a.data(), b.data(), a.size());
    BOOST_TEST(abs(rational(value_of(sum.rounded()) - exactly)) <= last_place(limbs));
  }
}

BOOST_AUTO_TEST_CASE(the_most_products_of_the_largest_limbs_fit) {
  fixed<limbs> x, y;
  x.limb = {(1L << 57) - 1, 1L << 55, 1L << 55};
  y.limb = {1, 1L << 55, 1L << 55}; // so small a number that the sum is below 2
  product_sum<limbs> sum;
  rational exactly = 0;
  for (std::size_t k = 0; k < product_sum<limbs>::most_terms; ++k) {
    sum.add(x, y);
    exactly += value_of(x) * value_of(y);
  }
  BOOST_TEST(abs(rational(value_of(sum.rounded()) - exactly)) <= last_place(limbs));
}

BOOST_AUTO_TEST_CASE(what_is_too_large_is_refused) {
  BOOST_CHECK_THROW(fixed_from<limbs>(integer(1) << (56 * limbs + 1)), not_established);
  const fixed<limbs> large = fixed_from<limbs>((integer(1) << (56 * limbs + 1)) - (integer(1) << 56 * limbs));
  product_sum<limbs> sum;
  sum.add(large, large);
  BOOST_CHECK_NO_THROW(sum.rounded());
  sum.add(large, large);
  BOOST_CHECK_THROW(sum.rounded(), not_established);
}

BOOST_AUTO_TEST_CASE(an_enclosure_must_be_narrow_to_become_a_number) {
  const interval third(rational(1, 3), bits);
  const integer places = last_places(third, 0, limbs);
  BOOST_TEST(abs(rational(places * last_place(limbs) - rational(1, 3))) <= 2 * last_place(limbs));
  const rational lower = rational(1, 3), upper = lower + 2 * last_place(limbs);
  BOOST_CHECK_THROW(last_places(interval(lower, upper, bits), 0, limbs), not_established);
  BOOST_CHECK_THROW(last_places(1 / interval(bits), 0, limbs), not_established);
}

BOOST_AUTO_TEST_CASE(products_of_matrices_are_within_a_last_place) {
  std::mt19937_64 source(3);
  const fixed_matrix A = random_matrix(12, source), B = random_matrix(12, source), C = times_transposed(A, B),
                     G = gram(A);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j) {
      rational ab = 0, aa = 0;
      for (std::size_t k = 0; k < 12; ++k) {
        ab += value_of(A(i, k)) * value_of(B(j, k));
        aa += value_of(A(i, k)) * value_of(A(j, k));
      }
      BOOST_TEST(abs(rational(value_of(C(i, j)) - ab)) <= last_place(fixed_matrix::limbs));
      BOOST_TEST(abs(rational(value_of(G(i, j)) - aa)) <= last_place(fixed_matrix::limbs));
    }
}

BOOST_AUTO_TEST_CASE(values_of_two_by_two_matrices_are_enclosed) {
  std::mt19937_64 source(4);
  for (int k = 0; k < 50; ++k) {
    const fixed_matrix A = random_matrix(2, source);
    const std::vector<interval> s = enclose_singular_values(A, bits);
    check_squares(A, s);
    const rational det = value_of(A(0, 0)) * value_of(A(1, 1)) - value_of(A(0, 1)) * value_of(A(1, 0));
    BOOST_TEST(is_within(s[0] * s[1], abs(det)));
    check_narrow(s, -98);
  }
}

void check_values_that_differ_by(const integer& difference) {
  std::mt19937_64 source(5);
  constexpr std::size_t order = 24;
  fixed_matrix A(order);
  // Two copies of each of 12 numbers, half of which differ a little, moved by an orthogonal matrix that
  // is exact: products of I - 2 w w^T with w of four entries 1/2.
  std::vector<integer> numbers;
  for (std::size_t k = 0; k < order; ++k) {
    integer x = integer(static_cast<long>(3 + k / 2)) << 100;
    if (k % 4 == 1) x += difference;
    numbers.push_back(x);
  }
  std::vector<std::vector<integer>> M(order, std::vector<integer>(order));
  for (std::size_t k = 0; k < order; ++k) M[k][k] = numbers[k] << 6;
  for (int turn = 0; turn < 6; ++turn) {
    std::vector<std::size_t> w(order);
    for (std::size_t k = 0; k < order; ++k) w[k] = k;
    std::shuffle(w.begin(), w.end(), source);
    for (std::size_t j = 0; j < order; ++j) {
      const integer along = M[w[0]][j] + M[w[1]][j] + M[w[2]][j] + M[w[3]][j];
      BOOST_REQUIRE(along % 2 == 0);
      for (std::size_t k = 0; k < 4; ++k) M[w[k]][j] -= along / 2;
    }
  }
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j < order; ++j) A(i, j) = fixed_from<fixed_matrix::limbs>(M[i][j] >> 2);
  const std::vector<interval> values = enclose_singular_values(A, bits);
  std::ranges::sort(numbers, std::greater<>());
  for (std::size_t k = 0; k < order; ++k)
    BOOST_TEST(is_within(values[k], rational(numbers[k] << 4) * last_place(fixed_matrix::limbs)));
  check_narrow(values, -98);
}

BOOST_AUTO_TEST_CASE(values_that_are_the_same_or_nearly_are_enclosed) {
  check_values_that_differ_by(5);
  for (const unsigned places : {40U, 48U, 52U, 56U, 60U, 64U, 70U, 76U, 84U})
    BOOST_TEST_CONTEXT("2^" << places) check_values_that_differ_by(integer(5) << places);
}

/// A diagonal between two reflections, I - 2 w w^T / w^T w, as binary64 gives it.
fixed_matrix reflected(std::vector<std::vector<double>> M, std::mt19937_64& source) {
  const std::size_t order = M.size();
  std::normal_distribution<double> normal;
  for (int side = 0; side < 2; ++side) {
    std::vector<double> w(order);
    double square = 0;
    for (double& x : w) {
      x = normal(source);
      square += x * x;
    }
    for (std::size_t j = 0; j < order; ++j) {
      double along = 0;
      for (std::size_t k = 0; k < order; ++k) along += w[k] * (side == 0 ? M[k][j] : M[j][k]);
      for (std::size_t k = 0; k < order; ++k) (side == 0 ? M[k][j] : M[j][k]) -= 2 * along * w[k] / square;
    }
  }
  fixed_matrix A(order);
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j < order; ++j)
      A(i, j) = fixed_from<fixed_matrix::limbs>(integer(std::ldexp(M[i][j], 80)) << (2 * limb_bits - 80));
  return A;
}

BOOST_AUTO_TEST_CASE(values_that_binary64_hardly_tells_apart_are_narrow) {
  std::mt19937_64 source(7);
  constexpr std::size_t order = 24;
  for (const double gap : {1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14}) {
    std::vector<std::vector<double>> D(order, std::vector<double>(order, 0.0));
    for (std::size_t k = 0; k < order; ++k)
      D[k][k] = 0.05 + 0.01 * static_cast<double>(k / 4) + gap * static_cast<double>(k % 4 * (k % 4));
    BOOST_TEST_CONTEXT("gap " << gap) check_narrow(enclose_singular_values(reflected(D, source), bits), -90);
  }
}

BOOST_AUTO_TEST_CASE(matrices_without_rank_have_values_that_may_be_zero) {
  fixed_matrix zero(5);
  for (const interval& x : enclose_singular_values(zero, bits)) BOOST_TEST(is_within(x, 0));
  fixed_matrix one(6); // all entries 1/8: values 6/8, 0, ...
  for (fixed_matrix::entry& x : one.entries) x.limb[0] = 1L << 53;
  const std::vector<interval> values = enclose_singular_values(one, bits);
  BOOST_TEST(is_within(values[0], rational(3, 4)));
  for (std::size_t k = 1; k < 6; ++k) BOOST_TEST(is_within(values[k], 0));
  check_narrow(values, -90);
}

BOOST_AUTO_TEST_CASE(values_of_random_matrices_are_narrow) {
  std::mt19937_64 source(6);
  for (const std::size_t order : {1U, 3U, 17U, 40U}) {
    const fixed_matrix A = random_matrix(order, source);
    const std::vector<interval> values = enclose_singular_values(A, bits);
    check_squares(A, values);
    check_narrow(values, -90);
  }
}

BOOST_AUTO_TEST_SUITE_END()
