// Second-order enclosures: sharper than the first-order ones, and never false.
#include "perturbed.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/separated.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t always = 1 << 20; // no enclosure is that sharp

struct both_orders {
  std::vector<mp_interval> first, second;
  std::vector<separated_group> groups;
};

both_orders enclosed_twice(const matrix<mp_float>& c, const svd_guess<mp_float>& svd, mpfr_prec_t places = always) {
  const svd_defects defects = bound_defects(c, svd);
  both_orders r{enclose_singular_values(svd, defects, 0, enclosure_bits), {}, {}};
  r.groups = find_separated(c, svd, defects, r.first, places, enclosure_bits);
  r.second = r.first;
  for (const separated_group& group : r.groups) {
    const auto sharp = sharpen(r.first, group, group_defect(defects), c.rows() == c.cols());
    BOOST_TEST_REQUIRE(sharp.has_value());
    std::copy(sharp->begin(), sharp->end(), r.second.begin() + static_cast<std::ptrdiff_t>(group.first));
  }
  return r;
}

matrix<mp_float> with_values(std::size_t rows, std::size_t cols, const std::vector<double>& values) {
  return with_places(matrix<double>(rows, cols, values), matrix_bits);
}

std::vector<mp_float> numbers(const std::vector<double>& values) {
  std::vector<mp_float> r;
  for (const double x : values) r.emplace_back(x, matrix_bits);
  return r;
}

mpq_class width(const mp_interval& x) { return rational(x.upper()) - rational(x.lower()); }

void check_counted(const std::vector<mp_interval>& enclosures, const matrix<mp_float>& c) {
  check_by_counting(enclosures, rational(c));
}

} // namespace

BOOST_AUTO_TEST_SUITE(separated_values)

// sigma = c + d/2 -+ sqrt(d^2/4 + rho^2): the quotients c, c + d are off by rho^2 / d.
BOOST_AUTO_TEST_CASE(two_values_meet_the_bound) {
  const double rho = 0x1p-10;
  const matrix<mp_float> c = with_values(2, 2, {1, rho, rho, 2}), identity = with_values(2, 2, {0, 1, 1, 0});
  const svd_guess<mp_float> svd{identity, numbers({2, 1}), identity};
  const both_orders x = enclosed_twice(c, svd);
  BOOST_TEST_REQUIRE(x.groups.size() == 2);
  check_counted(x.second, c);
  for (const mp_interval& value : x.second) {
    BOOST_TEST((width(value) <= mpq_class(2.02 * rho * rho)));
    BOOST_TEST((width(value) >= mpq_class(2 * rho * rho)));
  }
  BOOST_TEST((width(x.first[0]) >= mpq_class(2 * rho)));
}

// The singular value of the column (1, rho)^T is sqrt(1 + rho^2); its neighbour is the zero of [0 C; C^T 0].
BOOST_AUTO_TEST_CASE(the_zero_of_a_tall_matrix_is_a_neighbour) {
  const double rho = 0x1p-10;
  for (const bool wide : {false, true}) {
    const matrix<mp_float> column = with_values(2, 1, {1, rho}), one = with_values(1, 1, {1});
    const matrix<mp_float> e1 = with_values(2, 1, {1, 0});
    const matrix<mp_float> c = wide ? transpose(column) : column;
    const svd_guess<mp_float> svd{wide ? one : e1, numbers({1}), wide ? e1 : one};
    const both_orders x = enclosed_twice(c, svd);
    BOOST_TEST_REQUIRE(x.groups.size() == 1);
    check_counted(x.second, c);
    BOOST_TEST((width(x.second[0]) <= mpq_class(1.02 * rho * rho)));
  }
}

BOOST_AUTO_TEST_CASE(perturbed_vectors_by_exact_counting) {
  std::mt19937_64 random(51);
  std::size_t sharpened = 0;
  for (const double size : {1e-3, 1e-5, 1e-9})
    for (const std::vector<mpq_class>& d : {std::vector<mpq_class>{8, 4, 2, 1},
                                            {4, 4 + power_of_two(-30), 1, 1},
                                            {4, 2, power_of_two(-8), power_of_two(-8) + power_of_two(-40)},
                                            {3, 1, 1 + power_of_two(-12), power_of_two(-14)},
                                            {2, 1, 0, 0}})
      for (const shape s : {shape::square, shape::tall, shape::wide}) {
        const matrix<mp_float> c = with_four_values(d, s);
        const both_orders x = enclosed_twice(c, perturbed(c, size, random));
        check_counted(x.second, c);
        sharpened += x.groups.size();
        for (const separated_group& group : x.groups)
          for (std::size_t i = group.first; i < group.first + group.count; ++i)
            BOOST_TEST((width(x.second[i]) <= width(x.first[i])));
      }
  BOOST_TEST(sharpened > 60U);
}

// Any basis of the space of a double value is as good as another; a single column of it is no approximation.
BOOST_AUTO_TEST_CASE(a_cluster_is_one_group) {
  const double off = 0x1p-30;
  const matrix<mp_float> c = with_values(3, 3, {1, off, 0, off, 1, 0, 0, 0, 0.5});
  const matrix<mp_float> identity = with_values(3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  const both_orders x = enclosed_twice(c, {identity, numbers({1, 1, 0.5}), identity}); // values 1 + off, 1 - off, 1/2
  check_counted(x.second, c);
  BOOST_TEST_REQUIRE(x.groups.size() == 2);
  BOOST_TEST((x.groups[0].first == 0 && x.groups[0].count == 2));
  BOOST_TEST(x.groups[0].coupling >= off);
}

BOOST_AUTO_TEST_CASE(graded_values_are_relatively_sharp) {
  for (const known_matrix& known : fine_matrices()) {
    if (known.name != "graded rows" && known.name != "graded columns") continue;
    const matrix<mp_float> c = stored<mp_float>(known.A, matrix_bits);
    const both_orders x = enclosed_twice(c, refine_svd(c, matrix_bits - 16), 60);
    BOOST_TEST(hold(x.second, known.sigma));
    std::size_t sharp_before = 0, sharp_after = 0;
    for (std::size_t i = 0; i < known.sigma.size(); ++i) {
      sharp_before += width(x.first[i]) <= known.sigma[i] * power_of_two(-55);
      sharp_after += width(x.second[i]) <= known.sigma[i] * power_of_two(-55);
    }
    BOOST_TEST(sharp_after >= sharp_before + 2);
  }
}

// Numbers that `bits` places do not hold are not rounded to them.
BOOST_AUTO_TEST_CASE(few_places_do_not_lose_any) {
  const double c = 0x1.04800000003c2p+0, v = 0x1.04800000000cep+0;
  const auto single = [](double x) { return matrix<mp_float>(1, 1, mp_float(x, 53)); };
  const svd_guess<mp_float> svd{single(v), {mp_float(c, 53)}, single(v)};
  const std::vector<mp_interval> values{{mp_float(0.9 * c, 53), mp_float(1.1 * c, 53), 400}};
  const svd_defects defects = bound_defects(single(c), svd);
  for (const separated_group& group : find_separated(single(c), svd, defects, values, always, 50)) {
    const auto sharp = sharpen(values, group, group_defect(defects), true);
    BOOST_TEST_REQUIRE(sharp.has_value());
    BOOST_TEST(hold(*sharp, {mpq_class(c)}));
  }
}

BOOST_AUTO_TEST_CASE(sharp_enough_is_left_alone) {
  const matrix<mp_float> c = with_values(2, 2, {1, 0, 0, 0.5}), identity = with_values(2, 2, {1, 0, 0, 1});
  const both_orders x = enclosed_twice(c, {identity, numbers({1, 0.5}), identity}, 60);
  BOOST_TEST(x.groups.empty());
  BOOST_TEST(hold(x.second, {1, mpq_class(1, 2)}));
}

BOOST_AUTO_TEST_CASE(shapes_without_values) {
  const both_orders x = enclosed_twice(matrix<mp_float>(3, 0, mp_float(matrix_bits)),
                                       {matrix<mp_float>(3, 0, mp_float(matrix_bits)), {}, matrix<mp_float>()});
  BOOST_TEST((x.second.empty() && x.groups.empty()));
}

BOOST_AUTO_TEST_CASE(what_does_not_separate_is_refused) {
  const std::vector<mp_interval> values{{mp_float(1.75, 64), mp_float(2.25, 64), 64},
                                        {mp_float(0.75, 64), mp_float(1.25, 64), 64}};
  const separated_group good{0, 1, numbers({2}), 0x1p-10, 0};
  const auto is_refused = [&](double quotient, double residual, double coupling, double defect) {
    return !sharpen(values, {0, 1, numbers({quotient}), residual, coupling}, defect, true);
  };
  BOOST_TEST(!is_refused(2, 0x1p-10, 0, 0));
  BOOST_TEST(!is_refused(2, 0x1p-10, 0x1p-10, 0x1p-10));
  for (const double residual : {0.2, infinity, not_a_number}) // the gap is 1/2
    BOOST_TEST(is_refused(2, residual, 0, 0));
  for (const double coupling : {1.0, infinity, not_a_number}) BOOST_TEST(is_refused(2, 0x1p-10, coupling, 0));
  for (const double defect : {0.5, 1.0, infinity, not_a_number}) BOOST_TEST(is_refused(2, 0x1p-10, 0, defect));
  for (const double quotient : {1.0, 1.25, 2.75, 3.0, not_a_number}) BOOST_TEST(is_refused(quotient, 0x1p-10, 0, 0));
  // (e2, e1) and (e2, -e1) for diag(2, 1): the second quotient belongs to no value.
  const std::vector<mp_interval> points{mp_interval(2, 64), mp_interval(1, 64)};
  BOOST_TEST(!sharpen(points, {0, 2, numbers({1, -2}), 0, 0}, 0, true));
  const std::vector<mp_interval> meeting{values[0], {mp_float(0.75, 64), mp_float(1.8, 64), 64}};
  BOOST_TEST(!sharpen(meeting, {0, 1, numbers({2}), 0x1p-10, 0}, 0, true));
  BOOST_CHECK_THROW(sharpen(values, {0, 2, numbers({1, 2}), 0x1p-10, 0}, 0, true), std::invalid_argument);
  BOOST_CHECK_THROW(sharpen(values, {0, 1, numbers({1.5}), 0x1p-10, 0}, 0, true), not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
