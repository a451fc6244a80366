// What stopping the router's derivative does to spectra: fractions by hand, and the reference data.
#include "mixcert/diagnostic/intervention.hpp"
#include "enclosures.hpp"

#include "mixcert/diagnostic/spectral_quantities.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/jacobian/power.hpp"
#include "support/hc_cases.hpp"
#include "support/mixer_cases.hpp"
#include "support/reference_router.hpp"
#include "support/shared_data.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using spectrum = std::vector<spectrum_entry<mp_interval>>;

spectrum around(const std::vector<std::pair<mpq_class, mpq_class>>& ends) {
  spectrum r;
  for (const auto& [low, high] : ends) r.push_back({as_interval(low, high), 1, "core"});
  return r;
}

/// Whether x is within 1e-12 of a number that binary64 has computed.
bool agrees(const mp_interval& x, double value) {
  const mp_interval slack = hull(mp_interval(-1e-12, bits), mp_interval(1e-12, bits));
  return holds(x + slack * (mp_interval(1, bits) + abs(x)), rational(value));
}

double mean_square_of(const std::vector<double>& sigma) {
  double sum = 0;
  for (const double x : sigma) sum += x * x;
  return sum / static_cast<double>(sigma.size());
}

void check_reference(const feedback<mp_interval>& f, std::size_t width, const reference_router& c) {
  const spectrum actual = enclose_spectrum(f, width, {}), frozen = frozen_spectrum(f.frozen, width, {});
  const spectral_change change = change_of_spectrum(frozen, actual);
  const double square = mean_square_of(c.sigma_J), frozen_square = mean_square_of(c.sigma_H);
  BOOST_TEST(agrees(change.norm_ratio.value(), c.sigma_J[0] / c.sigma_H[0]));
  BOOST_TEST(agrees(change.mean_square_ratio.value(), square / frozen_square));
  BOOST_TEST(agrees(change.norm, c.sigma_J[0] - c.sigma_H[0]));
  BOOST_TEST(agrees(change.mean_square, square - frozen_square));
  BOOST_TEST(agrees(stable_rank(actual).value(),
                    square * static_cast<double>(c.sigma_J.size()) / (c.sigma_J[0] * c.sigma_J[0])));
  double log_det = 0;
  for (const double x : c.sigma_J) log_det += std::log(x);
  BOOST_TEST(agrees(log_abs_determinant(actual).value(), log_det));
}

} // namespace

BOOST_AUTO_TEST_SUITE(interventions)

// H = [1/2 1/4; 1/4 1/2] has the singular values 3/4 and 1/4.
BOOST_AUTO_TEST_CASE(frozen_values) {
  const mpq_class a(1, 2), b(1, 4);
  const spectrum s = frozen_spectrum(as_intervals(rational_matrix(2, 2, {a, b, b, a})), 5, {});
  BOOST_REQUIRE(s.size() == 2);
  BOOST_TEST((s[0].multiplicity == 5 && s[1].multiplicity == 5));
  BOOST_CHECK(holds(s[0].value, mpq_class(3, 4)) && holds(s[1].value, b));
  for (const auto& entry : s) BOOST_TEST(magnitude_up(entry.value - entry.value) < 1e-30);
}

// diag(1 + t, 1 - t) for |t| <= r: the largest value is at most 1 + r and at least 1. Without the distance of a member
// from the middle one the first would be 1.
BOOST_AUTO_TEST_CASE(frozen_values_of_all_members) {
  const mpq_class r(1, 64);
  matrix<mp_interval> F = as_intervals(rational_identity(2));
  F(0, 0) = F(1, 1) = as_interval(1 - r, 1 + r);
  const spectrum s = frozen_spectrum(F, 1, {});
  BOOST_CHECK(holds(s.front().value, 1 + r) && holds(s.front().value, 1));
  BOOST_CHECK(holds(s.back().value, 1 - r) && holds(s.back().value, 1));
  F(0, 1) = mp_interval(std::numeric_limits<double>::infinity(), bits);
  BOOST_CHECK_THROW(frozen_spectrum(F, 1, {}), not_certified);
}

BOOST_AUTO_TEST_CASE(changes) {
  const spectral_change c = change_of_spectrum(around({{2, 2}, {1, 1}, {0, 0}}), around({{3, 3}, {1, 1}, {1, 1}}));
  BOOST_CHECK(is_tight(c.norm, 1));
  BOOST_CHECK(is_tight(c.norm_ratio.value(), mpq_class(3, 2)));
  BOOST_CHECK(is_tight(c.mean_square, 2));
  BOOST_CHECK(is_tight(c.mean_square_ratio.value(), mpq_class(11, 5)));
}

// From any members to any others: the ends are attained, with the opposite ends of the two.
BOOST_AUTO_TEST_CASE(changes_between_all_members) {
  const spectral_change c = change_of_spectrum(around({{2, 3}, {1, 1}}), around({{4, 6}, {1, 2}}));
  for (const auto& [before, after] : {std::pair{2, 4}, {2, 6}, {3, 4}, {3, 6}}) {
    const mpq_class b = before, a = after;
    BOOST_CHECK(holds(c.norm, a - b) && holds(c.norm_ratio.value(), a / b));
    for (const int second : {1, 2}) {
      const mpq_class square_before = (b * b + 1) / 2, square_after = (a * a + second * second) / 2;
      BOOST_CHECK(holds(c.mean_square, square_after - square_before));
      BOOST_CHECK(holds(c.mean_square_ratio.value(), square_after / square_before));
    }
  }
  BOOST_CHECK(rational(c.norm.lower()) == 1 && rational(c.norm.upper()) == 4);
  BOOST_CHECK(rational(c.norm_ratio->upper()) == 3);
}

BOOST_AUTO_TEST_CASE(no_ratio_to_what_may_be_zero) {
  const spectral_change c = change_of_spectrum(around({{0, 1}}), around({{1, 1}}));
  BOOST_CHECK(!c.norm_ratio && !c.mean_square_ratio && holds(c.norm, 1) && holds(c.norm, 0));
  BOOST_CHECK(change_of_spectrum(around({{1, 1}}), around({{0, 1}})).norm_ratio);
  BOOST_CHECK_THROW(change_of_spectrum({}, {}), std::invalid_argument);
  BOOST_CHECK_THROW(change_of_spectrum(around({{1, 1}}), around({{1, 1}, {1, 1}})), std::invalid_argument);
}

// Stopped, a product is that of the mixers.
BOOST_AUTO_TEST_CASE(products) {
  const context<mp_interval> context{384};
  const mixer& m = find_mixer("static");
  mixer_input input = small_input(m, 1, 2, 3, {{"kind", "matrix"}});
  input.parameters.at("H") = {0.5, 0.25, 0.25, 0.5};
  const feedback<mp_interval> f = residual_feedback(m.evaluate(context, input));
  const feedback<mp_interval> cube = power(context, f, 3);
  const spectrum frozen = frozen_spectrum(cube.frozen, 3, {});
  BOOST_CHECK(holds(frozen.front().value, mpq_class(27, 64)) && holds(frozen.back().value, mpq_class(1, 64)));
  const spectral_change c = change_of_spectrum(frozen, enclose_spectrum(cube, 3, {}));
  BOOST_CHECK(holds(c.norm_ratio.value(), 1) && holds(c.mean_square, 0));
}

BOOST_AUTO_TEST_CASE(reference_data, *boost::unit_test::precondition(has_shared_data)) {
  std::size_t checked = 0;
  const context<mp_interval> context{384};
  const std::vector<hc_reference> cases = hc_references("hc/hcA");
  const std::vector<reference_router> expected = read_reference_routers(shared_file("oracles/hc/hcA_expected.json"));
  for (std::size_t i = 0; i < cases.size(); i += 9) BOOST_TEST_CONTEXT(cases[i].id) {
      BOOST_REQUIRE(cases[i].id == expected[i].id);
      const mixer_input& input = cases[i].input;
      check_reference(residual_feedback(find_mixer("hc").evaluate(context, input)), input.state.cols(), expected[i]);
      ++checked;
    }
  BOOST_TEST(checked > 5u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
