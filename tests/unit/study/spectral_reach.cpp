// The study of spectra: certified points, the region's boundary, the search.
#include "mixcert/error.hpp"
#include "spectral_reach/boundary.hpp"
#include "spectral_reach/cloud.hpp"
#include "spectral_reach/family.hpp"
#include "spectral_reach/reach.hpp"
#include "spectral_reach/search.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

using namespace mixcert;
using namespace mixcert::study;

namespace {

double nearest(const std::vector<spectral_point>& points, std::size_t k) {
  corner c = corners()[k];
  for (const spectral_point& p : points) c.approach(p.eigenvalues.value);
  return c.distance;
}

constexpr std::size_t to_minus_one = 0, to_third_root = 1, to_i = 2;

} // namespace

BOOST_AUTO_TEST_SUITE(spectral_reach)

BOOST_AUTO_TEST_CASE(spectra_of_stochastic_mixers_are_in_the_region) {
  for (const std::size_t n : {3, 4})
    for (const family& f : families(n)) BOOST_TEST_CONTEXT(f.label << ", n = " << n) {
        const constant_router router = f.router(n);
        uniform_source source(n);
        for (int k = 0; k < 20; ++k) {
          std::size_t eigenvalues = f.stochastic ? 1 : 0;
          for (const auto& [group, in_region] :
               spectral_points(router, random_logits(router.logits(), source), f.stochastic)) {
            eigenvalues += group.kind == eigenvalue_kind::conjugate ? 2 * group.count : group.count;
            if (f.stochastic) BOOST_TEST((in_region != membership::no));
            // Of a rotation: on the unit circle, which is outside but for roots of unity.
            if (f.mixer == "ohc") BOOST_TEST((in_region == membership::no));
            if (f.mixer == "kromhc" || f.mixer == "krom-go") BOOST_TEST((group.kind != eigenvalue_kind::conjugate));
          }
          BOOST_TEST(eigenvalues == n);
        }
      }
}

BOOST_AUTO_TEST_CASE(three_cycle) {
  for (const std::size_t n : {3, 4}) {
    const auto points = spectral_points({"go-mhc", n, {{"s", "1"}}}, three_cycle_logits(n), true);
    BOOST_TEST(points.size() == n - 2);
    BOOST_TEST(nearest(points, to_third_root) < 1e-30);
    BOOST_TEST((points.back().eigenvalues.kind == eigenvalue_kind::conjugate));
    BOOST_TEST((points.back().in_region == membership::undecided)); // on the boundary
  }
}

// Eigenvalues of binary Kronecker products are real: sqrt 3 / 2 away.
BOOST_AUTO_TEST_CASE(no_three_cycle_of_binary_factors) {
  const constant_router router("kromhc", 4);
  uniform_source source(1);
  const auto found = searched_logits(router, {-0.5, std::sqrt(3) / 2}, random_logits(4, source), 400, source);
  const double distance = nearest(spectral_points(router, found, true), to_third_root);
  BOOST_TEST(distance > std::sqrt(3) / 2);
  BOOST_TEST(distance < 0.87);
}

BOOST_AUTO_TEST_CASE(boundary) {
  const auto radius = [](double degrees, std::size_t n) {
    const double angle = degrees * std::numbers::pi / 180;
    return boundary_multiple(std::cos(angle), std::sin(angle), n);
  };
  const auto is = [](double x, double y) { return std::abs(x - y) < 1e-11; };
  for (const std::size_t n : {3, 4}) {
    BOOST_TEST(is(boundary_multiple(1, 0, n), 1));
    BOOST_TEST(is(boundary_multiple(-1, 0, n), 1));
    BOOST_TEST(is(boundary_multiple(-0.5, 0, n), 2));
    BOOST_TEST(is(radius(120, n), 1));
  }
  BOOST_TEST(is(radius(60, 3), 0.5));
  BOOST_TEST(is(radius(179.999, 3), 0.5 / std::cos(0.001 * std::numbers::pi / 180)));
  BOOST_TEST(is(radius(45, 4), std::sqrt(0.5)));
  BOOST_TEST(is(radius(270, 4), 1));
}

BOOST_AUTO_TEST_CASE(search_finds_what_there_is) {
  uniform_source source(2);
  const constant_router lite("mhc-lite", 4);
  const auto found = searched_logits(lite, {0, 1}, random_logits(24, source), 1000, source);
  BOOST_TEST(nearest(spectral_points(lite, found, true), to_i) < 1e-3);
  const constant_router kromhc("kromhc", 4);
  const auto swap = searched_logits(kromhc, {-1, 0}, random_logits(4, source), 400, source);
  BOOST_TEST(nearest(spectral_points(kromhc, swap, true), to_minus_one) < 1e-3);
  const auto start = three_cycle_logits(3);
  const constant_router rotation("go-mhc", 3, {{"s", "1"}});
  BOOST_TEST((searched_logits(rotation, {-0.5, std::sqrt(3) / 2}, start, 1, source) == start));
}

BOOST_AUTO_TEST_CASE(lifted_logits_give_the_same_mixer) {
  const context<mp_interval> numbers{192};
  for (const std::size_t n : {3, 4})
    for (const std::size_t s : {2, 3}) {
      uniform_source source(10 * n + s);
      const std::vector<double> logits = random_logits(n * (n - 1) / 2, source);
      const matrix<mp_interval> H = constant_router("go-mhc", n, {{"s", "1"}}).evaluate(numbers, logits).H;
      const matrix<mp_interval> same =
          constant_router("go-mhc", n, {{"s", std::to_string(s)}}).evaluate(numbers, lifted(logits, n, s)).H;
      for (std::size_t e = 0; e < n * n; ++e) BOOST_TEST(magnitude_up(H.values()[e] - same.values()[e]) < 1e-40);
    }
}

BOOST_AUTO_TEST_CASE(sectors) {
  directional_reach reach;
  for (std::size_t k = 0; k < directional_reach::sectors; ++k) {
    const double angle = (static_cast<double>(k) + 0.5) * std::numbers::pi / directional_reach::sectors;
    BOOST_TEST(reach.least() == 0);
    reach.add(std::cos(angle), std::sin(angle), k == 3 ? 0.25 : 0.5);
    reach.add(std::cos(angle), std::sin(angle), 0.125);
  }
  BOOST_TEST(reach.least() == 0.25);
  BOOST_TEST(reach.greatest() == 0.5);
}

BOOST_AUTO_TEST_CASE(mixers_without_constant_logits) {
  BOOST_CHECK_THROW(constant_router("hc", 4), input_error);
  BOOST_CHECK_THROW(constant_router("no-such-mixer", 4), input_error);
  BOOST_CHECK_THROW(constant_router("ohc", 3), input_error);
}

BOOST_AUTO_TEST_SUITE_END()
