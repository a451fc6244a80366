// Distances from doubly stochastic, orthogonal and singular against exact rationals.
#include "mixcert/diagnostic/structure.hpp"
#include "enclosures.hpp"

#include "mixcert/error.hpp"
#include "support/refusal.hpp"

#include <limits>
#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

const context<mp_interval> numbers{bits};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

mp_interval around_zero(double radius) { return hull(mp_interval(-radius, bits), mp_interval(radius, bits)); }

matrix<mp_interval> widened(matrix<mp_interval> H, double radius) {
  for (mp_interval& x : H.values()) x = x + around_zero(radius);
  return H;
}

struct exact_defects {
  mpq_class row = 0, column = 0, least, all = 0;
};

exact_defects defects_of(const rational_matrix& a) {
  exact_defects d;
  d.least = a(0, 0);
  for (const mpq_class& x : a.values()) d.least = std::min(d.least, x);
  for (const bool transposed : {false, true}) {
    const rational_matrix b = transposed ? transpose(a) : a;
    mpq_class& worst = transposed ? d.column : d.row;
    for (std::size_t i = 0; i < b.rows(); ++i) {
      mpq_class sum = -1;
      for (std::size_t j = 0; j < b.cols(); ++j) sum += b(i, j);
      worst = std::max(worst, mpq_class(abs(sum)));
    }
  }
  d.all = std::max({d.all, d.row, d.column, mpq_class(-d.least)});
  return d;
}

rational_matrix random_matrix(std::size_t rows, std::size_t cols, std::mt19937_64& random) {
  rational_matrix a = rational_zero(rows, cols);
  for (mpq_class& x : a.values()) {
    x = mpq_class(static_cast<long>(random() % 401) - 100, 97);
    x.canonicalize();
  }
  return a;
}

rational_matrix diagonal_of(const std::vector<mpq_class>& d) {
  // P diag(d) Q with Householder reflections P = Q = I - (2/n) 1 1^T.
  const std::size_t n = d.size();
  rational_matrix p = rational_identity(n);
  for (mpq_class& x : p.values()) x -= mpq_class(2) / static_cast<unsigned long>(n);
  return times(p, times(rational_diagonal(d), p));
}

} // namespace

BOOST_AUTO_TEST_SUITE(stochastic)

BOOST_AUTO_TEST_CASE(defects_are_those_of_the_matrix) {
  std::mt19937_64 random(81);
  for (int trial = 0; trial < 200; ++trial) {
    const rational_matrix a = random_matrix(1 + random() % 5, 1 + random() % 5, random);
    const exact_defects d = defects_of(a);
    const auto found = stochastic_defects_of(numbers, as_intervals(a));
    BOOST_CHECK(is_tight(found.row_sum_error, d.row));
    BOOST_CHECK(is_tight(found.column_sum_error, d.column));
    BOOST_CHECK(is_tight(found.least_entry, d.least));
    BOOST_CHECK(is_tight(found.doubly_stochastic, d.all));
  }
}

BOOST_AUTO_TEST_CASE(defects_of_all_members_are_held_up_to_the_ends) {
  std::mt19937_64 random(82);
  const mpq_class r = power_of_two(-6);
  for (int trial = 0; trial < 50; ++trial) {
    const rational_matrix a = random_matrix(3, 3, random);
    const auto found = stochastic_defects_of(numbers, widened(as_intervals(a), 0x1p-6));
    for (const int sign : {-1, 0, 1}) {
      const exact_defects d = defects_of(plus(a, times(sign * r, rational_matrix(3, 3, mpq_class(1)))));
      BOOST_CHECK(holds(found.row_sum_error, d.row));
      BOOST_CHECK(holds(found.column_sum_error, d.column));
      BOOST_CHECK(holds(found.least_entry, d.least));
      BOOST_CHECK(holds(found.doubly_stochastic, d.all));
    }
    const exact_defects d = defects_of(a);
    BOOST_CHECK(test::rational(found.row_sum_error.upper()) <= d.row + 3 * r + power_of_two(-200));
    BOOST_CHECK(test::rational(found.column_sum_error.upper()) <= d.column + 3 * r + power_of_two(-200));
    BOOST_CHECK(test::rational(found.least_entry.lower()) >= d.least - r - power_of_two(-200));
  }
}

BOOST_AUTO_TEST_CASE(defects_of_doubly_stochastic_matrices_are_zero) {
  for (const rational_matrix& a :
       {rational_identity(4), rational_matrix(4, 4, mpq_class(1, 4)),
        rational_matrix(2, 2, {mpq_class(3, 4), mpq_class(1, 4), mpq_class(1, 4), mpq_class(3, 4)})}) {
    const auto found = stochastic_defects_of(numbers, as_intervals(a));
    BOOST_CHECK(is_exact_zero(found.row_sum_error) && is_exact_zero(found.column_sum_error) &&
                is_exact_zero(found.doubly_stochastic));
  }
}

BOOST_AUTO_TEST_CASE(defects_of_what_is_not_bounded_are_not) {
  for (const double bad : {infinity, not_a_number}) {
    auto H = as_intervals(rational_identity(3));
    H(1, 2) = mp_interval(bad, bits);
    const auto found = stochastic_defects_of(numbers, H);
    BOOST_CHECK(!is_finite(found.row_sum_error) && !is_finite(found.column_sum_error) &&
                !is_finite(found.doubly_stochastic));
    BOOST_CHECK(!is_finite(orthogonality_defect(H)));
    BOOST_CHECK_THROW(rank_from_below(H, {}), not_certified);
  }
  check_refused([] { stochastic_defects_of(numbers, matrix<mp_interval>()); }, {"without entries"});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(orthogonality)

BOOST_AUTO_TEST_CASE(defect_is_the_frobenius_norm) {
  std::mt19937_64 random(83);
  for (int trial = 0; trial < 100; ++trial) {
    const rational_matrix a = random_matrix(1 + random() % 5, random() % 5, random);
    BOOST_CHECK(is_tight(sqr(orthogonality_defect(as_intervals(a))), frobenius_squared(gram_minus_identity(a))));
  }
}

BOOST_AUTO_TEST_CASE(defect_of_orthogonal_matrices_is_zero) {
  for (const rational_matrix& a :
       {rational_zero(2, 0), rational_identity(3), diagonal_of({1, 1, -1, 1}), diagonal_of({-1, -1})})
    BOOST_CHECK(is_exact_zero(orthogonality_defect(as_intervals(a))));
}

// (1 + r) I and (1 - r) I are members of I +- r.
BOOST_AUTO_TEST_CASE(defect_holds_that_of_all_members) {
  const mp_interval found = orthogonality_defect(widened(as_intervals(rational_identity(4)), 0x1p-6));
  const mpq_class r = power_of_two(-6);
  for (const mpq_class& c : {mpq_class(1), mpq_class(1 + r), mpq_class(1 - r)})
    BOOST_CHECK(holds(found, 2 * abs(c * c - 1)));
  BOOST_CHECK(holds(sqr(found), frobenius_squared(gram_minus_identity(
                                    plus(rational_identity(4), times(r, rational_matrix(4, 4, mpq_class(1))))))));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rank)

BOOST_AUTO_TEST_CASE(is_reached_by_matrices_that_have_it) {
  for (const std::vector<mpq_class>& d :
       {std::vector<mpq_class>{1, 1, 1, 1}, {3, 0, 0, 0}, {2, 1, 0, 0}, {1, power_of_two(-60), 0, power_of_two(-90)}}) {
    std::vector<mpq_class> sigma = d;
    std::sort(sigma.begin(), sigma.end(), std::greater<>());
    const auto r =
        static_cast<std::size_t>(std::count_if(d.begin(), d.end(), [](const mpq_class& x) { return x > 0; }));
    const certified_rank found = rank_from_below(as_intervals(diagonal_of(d)), {});
    BOOST_TEST(found.at_least == r);
    BOOST_REQUIRE(found.sigma);
    BOOST_CHECK(holds(*found.sigma, sigma[r - 1]));
    BOOST_CHECK(test::rational(found.sigma->lower()) > 0);
  }
}

// diag(1, r) +- r has a member of rank 1, and diag(1, 4 r) +- r has none: its distance in the Frobenius norm is 2 r.
BOOST_AUTO_TEST_CASE(counts_what_is_not_known_of_the_entries) {
  const mpq_class r = power_of_two(-10);
  const auto H = [&](const mpq_class& least) { return widened(as_intervals(rational_diagonal({1, least})), 0x1p-10); };
  BOOST_TEST(rank_from_below(H(r), {}).at_least == 1U);
  const certified_rank found = rank_from_below(H(4 * r), {});
  BOOST_TEST(found.at_least == 2U);
  BOOST_CHECK(holds(*found.sigma, 5 * r) && holds(*found.sigma, 3 * r)); // the diagonal members
}

BOOST_AUTO_TEST_CASE(of_other_shapes) {
  BOOST_TEST(rank_from_below(as_intervals(rational_zero(3, 3)), {}).at_least == 0U);
  BOOST_CHECK(!rank_from_below(as_intervals(rational_zero(3, 3)), {}).sigma);
  BOOST_TEST(rank_from_below(as_intervals(rational_zero(0, 3)), {}).at_least == 0U);
  BOOST_TEST(rank_from_below(as_intervals(rational_matrix(2, 3, {1, 2, 3, 2, 4, 7})), {}).at_least == 2U);
  BOOST_TEST(rank_from_below(as_intervals(rational_matrix(3, 2, {1, 2, 2, 4, 4, 8})), {}).at_least == 1U);
  BOOST_TEST(rank_from_below(as_intervals(rational_matrix(3, 3, mpq_class(1, 3))), {}).at_least == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
