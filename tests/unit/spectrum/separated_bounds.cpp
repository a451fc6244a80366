// What find_separated and sharpen compute against their formulas in exact rationals, from both sides.
#include "perturbed.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/separated.hpp"

#include <algorithm>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t always = 1 << 20; // no enclosure is that sharp

/// What rounding at the places of the tests may add.
mpq_class few_roundings() { return power_of_two(-150); }

rational_matrix some_columns(const rational_matrix& a, std::size_t first, std::size_t count) {
  rational_matrix r = rational_zero(a.rows(), count);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) r(i, j) = a(i, first + j);
  return r;
}

/// The quotients of a group as it orders them, put back in the order of the columns.
std::vector<mpq_class> by_column(const std::vector<mp_float>& descending, const rational_matrix& M) {
  std::vector<std::size_t> order(descending.size());
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return M(i, i) > M(j, j); });
  std::vector<mpq_class> quotients(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) quotients[order[k]] = rational(descending[k]);
  return quotients;
}

void check_bounds(const separated_group& group, const matrix<mp_float>& c, const svd_guess<mp_float>& svd) {
  const rational_matrix C = rational(c), U = some_columns(rational(svd.U), group.first, group.count),
                        V = some_columns(rational(svd.V), group.first, group.count);
  std::vector<mpq_class> sigma;
  for (std::size_t j = 0; j < group.count; ++j) sigma.push_back(rational(svd.sigma[group.first + j]));
  const rational_matrix S = rational_diagonal(sigma);
  const mpq_class square = (frobenius_squared(minus(times(C, V), times(U, S))) +
                            frobenius_squared(minus(times(transpose(C), U), times(V, S)))) /
                           2;
  BOOST_CHECK(at_least_root(rational(group.residual), square));
  BOOST_CHECK(rational(group.residual) <= root_up(square) * (1 + power_of_two(-40)) + few_roundings());

  rational_matrix one_sided = times(transpose(U), times(C, V));
  const rational_matrix M = times(mpq_class(1, 2), plus(one_sided, transpose(one_sided)));
  const std::vector<mpq_class> quotients = by_column(group.rayleigh, M);
  for (std::size_t j = 0; j < group.count; ++j) {
    BOOST_CHECK(abs(quotients[j] - M(j, j)) <= few_roundings());
    one_sided(j, j) = 0;
  }
  BOOST_CHECK(at_least_root(rational(group.coupling), frobenius_squared(minus(M, rational_diagonal(quotients)))));
  // It is evaluated without the other half of M, which makes it no smaller.
  BOOST_CHECK(at_least_root(rational(group.coupling), frobenius_squared(one_sided)));
  BOOST_CHECK(rational(group.coupling) <= frobenius(one_sided) * (1 + power_of_two(-40)) + few_roundings());
}

/// An interval of matrix_bits places.
mp_interval around(double middle, double radius) {
  return {mp_float(middle - radius, 53), mp_float(middle + radius, 53), matrix_bits};
}

struct ends {
  mpq_class lower, upper;
};

/// T6 (c) and its intersection with T6 (a). The root is bounded from above, by less than a part in 2^200.
std::vector<ends> formula(const std::vector<mp_interval>& values, const separated_group& group, const mpq_class& defect,
                          bool square) {
  const auto low = [&](std::size_t i) { return rational(values[i].lower()); };
  const auto high = [&](std::size_t i) { return rational(values[i].upper()); };
  const std::size_t last = group.first + group.count - 1;
  mpq_class gap = low(last) + (square ? low(values.size() - 1) : mpq_class(0));
  if (group.first > 0) gap = std::min(gap, mpq_class(low(group.first - 1) - high(group.first)));
  if (last + 1 < values.size()) gap = std::min(gap, mpq_class(low(last) - high(last + 1)));
  const mpq_class r = rational(group.residual) / root_up(1 - defect), o = rational(group.coupling);
  const mpq_class error = r * r / (gap - 3 * r);
  std::vector<ends> result;
  for (std::size_t j = 0; j < group.count; ++j) {
    const mpq_class q = rational(group.rayleigh[j]);
    result.push_back({std::max(low(group.first + j), mpq_class((q - o) / (1 + defect) - error)),
                      std::min(high(group.first + j), mpq_class((q + o) / (1 - defect) + error))});
  }
  return result;
}

void check_ends(const std::vector<mp_interval>& values, const separated_group& group, double defect, bool square) {
  const auto sharp = sharpen(values, group, defect, square);
  BOOST_TEST_REQUIRE(sharp.has_value());
  const std::vector<ends> exact = formula(values, group, rational(defect), square);
  BOOST_TEST_REQUIRE(sharp->size() == exact.size());
  for (std::size_t j = 0; j < exact.size(); ++j) {
    const mpq_class lower = rational((*sharp)[j].lower()), upper = rational((*sharp)[j].upper());
    const mpq_class radius = (exact[j].upper - exact[j].lower) / 2;
    const mpq_class inside = power_of_two(-190), outside = radius * power_of_two(-40) + few_roundings();
    BOOST_CHECK(lower <= exact[j].lower + inside && exact[j].upper <= upper + inside);
    BOOST_CHECK(lower >= exact[j].lower - outside && upper <= exact[j].upper + outside);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(separated_bounds)

BOOST_AUTO_TEST_CASE(of_groups_are_those_of_their_columns) {
  std::mt19937_64 random(61);
  std::size_t groups_of_several = 0;
  const std::vector<std::vector<mpq_class>> spectra = {{4, 4 + power_of_two(-30), 1, 1},
                                                       {8, 2, 2 + power_of_two(-20), 2},
                                                       {4, 2, power_of_two(-8), power_of_two(-8) + power_of_two(-40)},
                                                       {1, 1, 1, 1}};
  for (const double size : {1e-3, 1e-6, 1e-12})
    for (const std::vector<mpq_class>& values : spectra)
      for (const shape s : {shape::square, shape::tall, shape::wide}) {
        const matrix<mp_float> c = with_four_values(values, s);
        const svd_guess<mp_float> svd = perturbed(c, size, random);
        const svd_defects defects = bound_defects(c, svd);
        const auto first_order = enclose_singular_values(svd, defects, 0, enclosure_bits);
        for (const separated_group& group : find_separated(c, svd, defects, first_order, always, enclosure_bits)) {
          check_bounds(group, c, svd);
          groups_of_several += group.count > 1;
        }
      }
  BOOST_TEST(groups_of_several >= 20U);
}

BOOST_AUTO_TEST_CASE(of_a_group_give_the_ends_of_the_formula) {
  std::mt19937_64 random(62);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  const std::vector<double> middles = {16, 8, 8, 8, 4, 2};
  const std::vector<std::pair<std::size_t, std::size_t>> groups = {{0, 1}, {1, 3}, {4, 1}, {5, 1}, {4, 2}, {0, 6}};
  for (int round = 0; round < 200; ++round)
    for (const auto& [first, count] : groups)
      for (const bool square : {false, true}) {
        const double width = std::ldexp(uniform(1, 2), -static_cast<int>(random() % 12) - 4), off = width / 4;
        std::vector<mp_interval> values;
        for (const double middle : middles) values.push_back(around(middle + uniform(-off, off), width));
        separated_group group{first, count, {}, std::ldexp(uniform(0.1, 1), -3 - static_cast<int>(random() % 20)), 0};
        for (std::size_t j = first; j < first + count; ++j)
          group.rayleigh.emplace_back(middles[j] + uniform(-off, off), matrix_bits);
        std::sort(group.rayleigh.begin(), group.rayleigh.end(),
                  [](const mp_float& x, const mp_float& y) { return rational(x) > rational(y); });
        if (random() % 2 == 0) group.coupling = uniform(0, off);
        const double defect =
            random() % 2 == 0 ? 0 : std::ldexp(uniform(0.5, 1), -10 - static_cast<int>(random() % 50));
        check_ends(values, group, defect, square);
      }
}

// (f + g) / 2, and no number where one of them is none.
BOOST_AUTO_TEST_CASE(of_the_vectors_are_the_mean_of_both_defects) {
  std::mt19937_64 random(63);
  const auto some = [&] {
    return std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 12), -52), -static_cast<int>(random() % 200));
  };
  for (int round = 0; round < 1000; ++round) {
    const svd_defects defects{some(), some(), some()};
    const mpq_class mean = (rational(defects.orthogonality_u) + rational(defects.orthogonality_v)) / 2;
    const mpq_class omega = rational(group_defect(defects));
    BOOST_CHECK(omega >= mean && omega <= mean * (1 + power_of_two(-50)));
  }
  BOOST_TEST(group_defect({0, 0, 1}) == 0);
  BOOST_TEST(group_defect({1, 0, 0}) == 0.5);
  BOOST_TEST(group_defect({0, 1, 0}) == 0.5);
  for (const double bad : {infinity, not_a_number}) {
    BOOST_TEST(!(group_defect({bad, 0, 0}) < infinity));
    BOOST_TEST(!(group_defect({0, bad, 0}) < infinity));
  }
}

BOOST_AUTO_TEST_SUITE_END()
