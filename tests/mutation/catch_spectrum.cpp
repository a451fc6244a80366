// The cases of theorem T6 and of joined spectra.
#include "exact_checks.hpp"

#include "mixcert/spectrum/order_statistics.hpp"
#include "mixcert/spectrum/separated.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <boost/test/unit_test.hpp>

using namespace mixcert;
using namespace mixcert::test;

BOOST_AUTO_TEST_SUITE(spectrum)

// C = [3/4 * 3/4] and [5/4 * 5/4] with sigma = 1, f = g = 7/16 and 9/16: the bounds of T6 are attained.
BOOST_AUTO_TEST_CASE(factors_of_wrong_length) {
  for (const double v : {0.75, 1.25}) {
    const matrix<double> factor(1, 1, v);
    const double defect = std::fabs(v * v - 1); // exact
    const auto values = enclose_singular_values(svd_guess<double>{factor, {1}, factor}, {defect, defect, 0}, 0, 64);
    BOOST_CHECK(hold(values, {rational(v) * rational(v)}));
  }
}

// C = diag(4, 0) with U = V = diag(2, 0), sigma = (1, 1): (1 - f)(1 - g) = 4, yet sigma_2 = 0.
BOOST_AUTO_TEST_CASE(factors_without_full_rank) {
  const svd_guess<double> svd{diagonal({2, 0}), {1, 1}, diagonal({2, 0})};
  BOOST_CHECK(hold_or_refused([&] { return enclose_singular_values(svd, {3, 3, 0}, 0, 64); }, {4, 0}));
}

// The ends are 1 - 2^-80 and 1 + 2^-80, which 53 places can only surround.
BOOST_AUTO_TEST_CASE(ends_that_round) {
  for (const double sign : {-1.0, 1.0}) {
    const mp_float one(1, 100), v = one + mp_float(sign * 0x1p-80, 100);
    const svd_guess<mp_float> svd{matrix<mp_float>(1, 1, one), {one}, matrix<mp_float>(1, 1, v)};
    const double defect = magnitude_up(v * v - one);
    BOOST_CHECK(hold(enclose_singular_values(svd, {0, defect, 0}, 0, 53), {rational(v)}));
  }
}

// diag(5/2, 1/2) is as far from diag(2, 1) as it may be.
BOOST_AUTO_TEST_CASE(members_of_the_ball) {
  const svd_guess<double> svd{diagonal({1, 1}), {2, 1}, diagonal({1, 1})};
  BOOST_CHECK(hold(enclose_singular_values(svd, {0, 0, 0}, 0.5, 64), {mpq_class(5, 2), mpq_class(1, 2)}));
}

// U^T C V = 0 = diag(sigma), but C = (I; 0) has only ones: U = (0; I) does not see it.
BOOST_AUTO_TEST_CASE(thin_factors_that_miss) {
  matrix<double> upper(4, 2, 0.0), lower(4, 2, 0.0);
  upper(0, 0) = upper(1, 1) = lower(2, 0) = lower(3, 1) = 1;
  const svd_guess<double> svd{lower, {0, 0}, diagonal({1, 1})};
  BOOST_CHECK(hold(enclose_singular_values(svd, bound_defects(upper, svd), 0, 64), {1, 1}));
}

// C is not zero, its guess is; and the other way around.
BOOST_AUTO_TEST_CASE(one_of_two_is_zero) {
  const matrix<double> one(1, 1, 1.0), zero(1, 1, 0.0);
  for (const auto& [c, sigma] : {std::pair{1.0, 0.0}, {0.0, 1.0}}) {
    const svd_guess<double> svd{one, {sigma}, one};
    BOOST_CHECK(hold(enclose_singular_values(svd, bound_defects(matrix<double>(1, 1, c), svd), 0, 64), {rational(c)}));
  }
}

// Without errors, but in the wrong order or of the wrong sign.
BOOST_AUTO_TEST_CASE(values_out_of_order) {
  for (const std::vector<double>& d : {std::vector<double>{1, 2}, {2, -1}}) {
    const svd_guess<double> svd{diagonal({1, 1}), d, diagonal({1, 1})};
    const auto enclosed = [&] { return enclose_singular_values(svd, bound_defects(diagonal(d), svd), 0, 64); };
    BOOST_CHECK(hold_or_refused(enclosed, {2, 1}));
  }
}

// 10 in [0, 10] and 4 in [4, 5]; 0 in [0, 10] and 5 in [4, 5].
BOOST_AUTO_TEST_CASE(unions_of_spectra) {
  const auto merged = merge(std::vector<spectrum_entry<interval>>{{interval(0, 10), 1, "a"}, {interval(4, 5), 1, "b"}});
  BOOST_REQUIRE_EQUAL(merged.size(), 2);
  for (const auto& [first, second] : {std::pair{10.0, 4.0}, {5.0, 0.0}}) {
    BOOST_CHECK(subset(interval(first), merged[0].value));
    BOOST_CHECK(subset(interval(second), merged[1].value));
  }
}

BOOST_AUTO_TEST_SUITE_END()

// (1 - 2^-20)^2 + (2^-9)^2 = (1 + 2^-20)^2: matrices of a diagonal and a small rho with known singular values.
BOOST_AUTO_TEST_SUITE(separated)

namespace {

constexpr mpfr_prec_t bits = 100;
constexpr double eps = 0x1p-20, rho = 0x1p-9;

mp_float number(double x) { return {x, bits}; }
mp_interval between(double low, double high) { return {number(low), number(high), bits}; }

matrix<mp_float> stored(std::size_t rows, std::size_t cols, const std::vector<double>& values) {
  return map(matrix<double>(rows, cols, values), number);
}

/// Whether `sharpen` encloses the values of the group. That its bounds contradict each other is no success either.
bool sharp_and_true(const std::vector<mp_interval>& values, const separated_group& group, double defect, bool square,
                    const std::vector<mpq_class>& sigma) {
  try {
    const auto sharp = sharpen(values, group, defect, square);
    return sharp && hold(*sharp, sigma);
  } catch (const not_certified&) {
    return false;
  }
}

/// The same for the one group that is found where columns of the identity stand for the vectors of `C`.
bool found_and_true(const matrix<mp_float>& C, const std::vector<double>& sigma, const std::vector<mpq_class>& truth) {
  svd_guess<mp_float> svd{
      matrix<mp_float>(C.rows(), sigma.size(), number(0)), {}, matrix<mp_float>(C.cols(), sigma.size(), number(0))};
  for (std::size_t j = 0; j < sigma.size(); ++j) {
    svd.U(j, j) = svd.V(j, j) = number(1);
    svd.sigma.push_back(number(sigma[j]));
  }
  const svd_defects defects = bound_defects(C, svd);
  const std::vector<mp_interval> values = enclose_singular_values(svd, defects, 0, bits);
  const auto groups = find_separated(C, svd, defects, values, 50, bits);
  return groups.size() == 1 && sharp_and_true(values, groups[0], group_defect(defects), C.rows() == C.cols(), truth);
}

} // namespace

// C = (4, rho; rho, 6 - 2 eps), U = V = e_1: sigma_2 = 4 - 2 eps, and r^2 / gap is little more than 2 eps.
BOOST_AUTO_TEST_CASE(second_order_attained_below) {
  const std::vector<mp_interval> values{between(6, 6), between(4 - rho, 4 + rho)};
  BOOST_CHECK(sharp_and_true(values, {1, 1, {number(4)}, rho, 0}, 0, true, {rational(4 - 2 * eps)}));
  BOOST_CHECK(width_up(to_interval((*sharpen(values, {1, 1, {number(4)}, rho, 0}, 0, true))[0])) < 4.1 * eps);
}

// C = (6 - eps, rho; rho, 4 + eps): sigma_1 = 6 + eps. U = V = v e_1 with v < 1 has r = v rho / v.
BOOST_AUTO_TEST_CASE(second_order_attained_above) {
  const double v = 15.0 / 16, defect = 1 - v * v;
  const separated_group whole{0, 1, {number(6 - eps)}, rho, 0}, part{0, 1, {number(v * v * (6 - eps))}, v * rho, 0};
  for (const double width : {rho, 1.0}) {
    const std::vector<mp_interval> values{between(6 - width, 6 + width), between(4 - 2 * eps, 4)};
    BOOST_CHECK(sharp_and_true(values, whole, 0, true, {rational(6 + eps)}));
    BOOST_CHECK(sharp_and_true(values, part, defect, true, {rational(6 + eps)}));
  }
}

// C = (1 - eps; rho), U = e_1, V = 1: sigma = 1 + eps, and the 0 of (0, C; C^T, 0) is its neighbour. C^T likewise.
BOOST_AUTO_TEST_CASE(zeros_are_neighbours) {
  const std::vector<mp_interval> values{between(1 - rho, 1 + rho)};
  const separated_group group{0, 1, {number(1 - eps)}, std::sqrt(rho * rho / 2) * (1 + 0x1p-40), 0};
  BOOST_CHECK(sharp_and_true(values, group, 0, false, {rational(1 + eps)}));
  BOOST_CHECK(found_and_true(stored(2, 1, {1 - eps, rho}), {1 - eps}, {rational(1 + eps)}));
  BOOST_CHECK(found_and_true(stored(1, 2, {1 - eps, rho}), {1 - eps}, {rational(1 + eps)}));
}

// C = (1 - eps, rho; -rho, 1 - eps) is 1 + eps times a rotation, U = V = I: only -1 - eps is a neighbour.
BOOST_AUTO_TEST_CASE(mirror_images_are_neighbours) {
  const std::vector<mp_interval> values(2, between(1 - rho, 1 + rho));
  const separated_group group{0, 2, {number(1 - eps), number(1 - eps)}, std::sqrt(2) * rho * (1 + 0x1p-40), 0};
  const mpq_class sigma = rational(1 + eps);
  BOOST_CHECK(sharp_and_true(values, group, 0, true, {sigma, sigma}));
}

// C = (5, 1/2; 1/2, 5) with U = V = I: the diagonal alone says 5 and 5.
BOOST_AUTO_TEST_CASE(groups_with_coupling) {
  const std::vector<mpq_class> sigma{mpq_class(11, 2), mpq_class(9, 2)};
  const separated_group group{0, 2, {number(5), number(5)}, 0, 0.5};
  BOOST_CHECK(sharp_and_true({between(4, 6), between(4, 6)}, group, 0, true, sigma));
  BOOST_CHECK(found_and_true(stored(2, 2, {5, 0.5, 0.5, 5}), {5, 5}, sigma));
}

// The same, however many groups are found: what is said of either value alone is false.
BOOST_AUTO_TEST_CASE(clusters_are_whole) {
  const svd_guess<mp_float> svd{stored(2, 2, {1, 0, 0, 1}), {number(5), number(5)}, stored(2, 2, {1, 0, 0, 1})};
  const matrix<mp_float> C = stored(2, 2, {5, 0.5, 0.5, 5});
  const svd_defects defects = bound_defects(C, svd);
  std::vector<mp_interval> values = enclose_singular_values(svd, defects, 0, bits);
  for (const separated_group& group : find_separated(C, svd, defects, values, 50, bits)) {
    const auto sharp = sharpen(values, group, group_defect(defects), true);
    BOOST_REQUIRE(sharp.has_value());
    std::copy(sharp->begin(), sharp->end(), values.begin() + static_cast<std::ptrdiff_t>(group.first));
  }
  BOOST_CHECK(hold(values, {mpq_class(11, 2), mpq_class(9, 2)}));
}

// C = diag(4.9, 5.1) with U = V = I and sigma = (5, 5): the quotients come in the wrong order.
BOOST_AUTO_TEST_CASE(groups_in_order) {
  BOOST_CHECK(found_and_true(stored(2, 2, {4.9, 0, 0, 5.1}), {5, 5}, {rational(5.1), rational(4.9)}));
}

// C = diag(6, 4) with U = V = e_2 and a careless r: the vectors are those of sigma_2.
BOOST_AUTO_TEST_CASE(vectors_of_another_value) {
  const std::vector<mp_interval> values{between(5, 7), between(3, 4.5)};
  const auto sharp = sharpen(values, {0, 1, {number(4)}, 0.16, 0}, 0, true);
  BOOST_CHECK(!sharp || hold(*sharp, {6}));
}

BOOST_AUTO_TEST_SUITE_END()
