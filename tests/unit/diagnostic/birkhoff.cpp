// Birkhoff-von Neumann decompositions: exact for rational matrices, with enclosed residuals for intervals.
#include "mixcert/diagnostic/birkhoff.hpp"

#include "mixcert/error.hpp"
#include "support/exact.hpp"
#include "support/refusal.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

mpq_class exact(const mixcert::rational& x) { return mpq_class(x.get()); }
rational_matrix exact(const matrix<mixcert::rational>& a) {
  return map(a, [](const mixcert::rational& x) { return exact(x); });
}
matrix<mixcert::rational> rationals(const rational_matrix& a) {
  return map(a, [](const mpq_class& x) {
    mixcert::rational r;
    mpq_set(r.get(), x.get_mpq_t());
    return r;
  });
}

rational_matrix permutation_matrix(const std::vector<std::size_t>& columns) {
  rational_matrix p = rational_zero(columns.size(), columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) p(i, columns[i]) = 1;
  return p;
}

/// A convex combination of `count` random permutations.
rational_matrix random_combination(std::size_t n, std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> columns(n);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  rational_matrix a = rational_zero(n, n);
  mpq_class total = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::shuffle(columns.begin(), columns.end(), random);
    const mpq_class weight = static_cast<long>(1 + random() % 1000);
    a = plus(a, times(weight, permutation_matrix(columns)));
    total += weight;
  }
  return times(1 / total, a);
}

/// Everything that a decomposition promises but for what it combines to.
void check_terms(const std::vector<permutation_term>& terms, std::size_t n) {
  BOOST_TEST(terms.size() <= (n - 1) * (n - 1) + 1);
  mpq_class total = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    BOOST_CHECK(exact(terms[k].weight) > 0);
    BOOST_CHECK(k == 0 || exact(terms[k].weight) <= exact(terms[k - 1].weight));
    total += exact(terms[k].weight);
    std::vector<std::size_t> sorted = terms[k].column_of_row;
    std::sort(sorted.begin(), sorted.end());
    BOOST_REQUIRE_EQUAL(sorted.size(), n);
    for (std::size_t i = 0; i < n; ++i) BOOST_CHECK_EQUAL(sorted[i], i);
  }
  BOOST_CHECK(total == 1);
}

/// The terms combined, independently of the library.
rational_matrix combined(const std::vector<permutation_term>& terms, std::size_t n) {
  rational_matrix sum = rational_zero(n, n);
  for (const permutation_term& term : terms)
    sum = plus(sum, times(exact(term.weight), permutation_matrix(term.column_of_row)));
  return sum;
}

constexpr mpfr_prec_t bits = 128, interval_bits = 256;

matrix<mp_interval> as_intervals(const rational_matrix& a) {
  return map(a, [](const mpq_class& x) {
    mp_float lower(interval_bits), upper(interval_bits);
    mpfr_set_q(lower.get(), x.get_mpq_t(), MPFR_RNDD);
    mpfr_set_q(upper.get(), x.get_mpq_t(), MPFR_RNDU);
    return mp_interval(lower, upper, interval_bits);
  });
}

mpq_class largest_entry(const rational_matrix& a) {
  mpq_class largest = 0;
  for (const mpq_class& x : a.values()) largest = std::max(largest, mpq_class(abs(x)));
  return largest;
}

bool holds(const mp_interval& x, const mpq_class& value) {
  return mixcert::test::rational(x.lower()) <= value && value <= mixcert::test::rational(x.upper());
}
bool is_tight(const mp_interval& x, const mpq_class& value) {
  return holds(x, value) &&
         mixcert::test::rational(x.upper()) - mixcert::test::rational(x.lower()) <= power_of_two(-240) * (1 + value);
}

} // namespace

BOOST_AUTO_TEST_SUITE(birkhoff)

BOOST_AUTO_TEST_CASE(of_rational_matrices_is_exact) {
  std::mt19937_64 random(91);
  for (std::size_t n = 1; n <= 7; ++n)
    for (int trial = 0; trial < 20; ++trial) {
      const rational_matrix a = random_combination(n, 1 + random() % (2 * n * n), random);
      const auto terms = birkhoff_decomposition(rationals(a));
      check_terms(terms, n);
      BOOST_CHECK(combined(terms, n).values() == a.values());
      BOOST_CHECK(exact(combination(terms, n)).values() == a.values());
    }
}

// A matrix in general position needs all (n - 1)^2 + 1 of them, by Caratheodory.
BOOST_AUTO_TEST_CASE(may_need_as_many_terms_as_the_theorem_allows) {
  std::mt19937_64 random(92);
  for (std::size_t n = 2; n <= 5; ++n)
    BOOST_TEST(birkhoff_decomposition(rationals(random_combination(n, 60, random))).size() == (n - 1) * (n - 1) + 1);
}

BOOST_AUTO_TEST_CASE(of_a_permutation_is_that_permutation) {
  const std::vector<std::size_t> columns = {2, 0, 3, 1};
  const auto terms = birkhoff_decomposition(rationals(permutation_matrix(columns)));
  BOOST_REQUIRE_EQUAL(terms.size(), 1U);
  BOOST_CHECK(terms[0].column_of_row == columns && exact(terms[0].weight) == 1);
}

BOOST_AUTO_TEST_CASE(of_the_uniform_matrix_has_n_terms) {
  const auto terms = birkhoff_decomposition(rationals(rational_matrix(5, 5, mpq_class(1, 5))));
  check_terms(terms, 5);
  BOOST_TEST(terms.size() == 5U);
}

BOOST_AUTO_TEST_CASE(of_what_is_not_doubly_stochastic_is_refused) {
  const mpq_class half(1, 2);
  const auto check = [](const rational_matrix& a, std::string_view says) {
    check_refused([&] { birkhoff_decomposition(rationals(a)); }, {says});
  };
  check(rational_matrix(2, 2, {1, 0, half, 1}), "row 1 (counted from 0) sums to 3/2");
  check(rational_matrix(2, 2, {1, 0, 1, 0}), "column 0 (counted from 0) sums to 2");
  check(rational_matrix(2, 2, {2, -1, -1, 2}), "entry (0, 1) (counted from 0) is -1");
  check(rational_zero(2, 3), "2 x 3");
  check(rational_zero(0, 0), "0 x 0");
}

BOOST_AUTO_TEST_CASE(of_dyadic_intervals_has_no_residual) {
  const rational_matrix a(3, 3,
                          {mpq_class(1, 2), mpq_class(1, 4), mpq_class(1, 4), mpq_class(1, 8), mpq_class(3, 4),
                           mpq_class(1, 8), mpq_class(3, 8), 0, mpq_class(5, 8)});
  const enclosed_birkhoff found = birkhoff_decomposition(as_intervals(a), bits);
  check_terms(found.terms, 3);
  BOOST_CHECK(combined(found.terms, 3).values() == a.values());
  BOOST_CHECK(is_exact_zero(found.largest_residual) && is_exact_zero(found.frobenius_residual));
}

BOOST_AUTO_TEST_CASE(of_intervals_encloses_its_residual) {
  std::mt19937_64 random(93);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t n = 1 + random() % 5;
    rational_matrix a = random_combination(n, 8, random);
    if (trial % 3 != 0) // off by about 2^-20 or 1
      for (mpq_class& x : a.values()) x += power_of_two(trial % 3 == 1 ? -20 : 0) * mpq_class(int(random() % 3) - 1, 3);
    const enclosed_birkhoff found = birkhoff_decomposition(as_intervals(a), bits);
    check_terms(found.terms, n);
    const rational_matrix residual = minus(a, combined(found.terms, n));
    BOOST_CHECK(is_tight(found.largest_residual, largest_entry(residual)));
    BOOST_CHECK(is_tight(sqr(found.frobenius_residual), frobenius_squared(residual)));
    const mpq_class near = trial % 3 == 0 ? power_of_two(-120) : trial % 3 == 1 ? power_of_two(-16) : mpq_class(4);
    BOOST_CHECK(largest_entry(residual) <= near);
    for (const permutation_term& term : found.terms) // dyadic weights
      BOOST_CHECK(mpz_popcount(mpq_denref(term.weight.get())) == 1);
  }
}

BOOST_AUTO_TEST_CASE(of_intervals_encloses_the_residual_of_every_member) {
  const mp_interval r(0x1p-8, interval_bits);
  auto H = as_intervals(rational_matrix(4, 4, mpq_class(1, 4)));
  for (mp_interval& x : H.values()) x = x + hull(-r, r);
  const enclosed_birkhoff found = birkhoff_decomposition(H, bits);
  const rational_matrix centre = combined(found.terms, 4);
  for (const int sign : {-1, 0, 1}) {
    const rational_matrix residual = minus(rational_matrix(4, 4, mpq_class(1, 4) + sign * power_of_two(-8)), centre);
    BOOST_CHECK(holds(found.largest_residual, largest_entry(residual)));
    BOOST_CHECK(holds(sqr(found.frobenius_residual), frobenius_squared(residual)));
  }
}

BOOST_AUTO_TEST_CASE(of_anything_square_is_found) {
  for (const mpq_class& x : {mpq_class(0), mpq_class(-1), power_of_two(100), power_of_two(-200)}) {
    const enclosed_birkhoff found = birkhoff_decomposition(as_intervals(rational_matrix(3, 3, x)), bits);
    check_terms(found.terms, 3);
    BOOST_CHECK(
        holds(found.largest_residual, largest_entry(minus(rational_matrix(3, 3, x), combined(found.terms, 3)))));
  }
  auto H = as_intervals(rational_identity(2));
  H(0, 1) = mp_interval(std::numeric_limits<double>::infinity(), interval_bits);
  BOOST_CHECK_THROW(birkhoff_decomposition(H, bits), not_certified);
  check_refused([&] { birkhoff_decomposition(as_intervals(rational_zero(1, 2)), bits); }, {"1 x 2"});
}

BOOST_AUTO_TEST_SUITE_END()
