// Many states in memory: in lanes where there are any, else one by one.
#include "mixcert/batch/enclose_states.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/error.hpp"
#include "support/batch_cases.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

std::vector<double> joined(const std::vector<matrix<double>>& states) {
  std::vector<double> r;
  for (const matrix<double>& X : states) r.insert(r.end(), X.values().begin(), X.values().end());
  return r;
}

bool same_ends(const interval& a, const interval& b) { return a.lower() == b.lower() && a.upper() == b.upper(); }

void check_same(const state_result& a, const state_result& b) {
  BOOST_CHECK_EQUAL(a.method, b.method);
  BOOST_REQUIRE_EQUAL(a.spectrum.size(), b.spectrum.size());
  for (std::size_t i = 0; i < a.spectrum.size(); ++i) {
    BOOST_CHECK(same_ends(a.spectrum[i].value, b.spectrum[i].value));
    BOOST_CHECK_EQUAL(a.spectrum[i].multiplicity, b.spectrum[i].multiplicity);
  }
  BOOST_CHECK(same_ends(a.norm, b.norm) && same_ends(a.frozen_norm, b.frozen_norm) &&
              same_ends(a.mean_square, b.mean_square));
  BOOST_CHECK(a.rank_at_least == b.rank_at_least && a.rank_at_most == b.rank_at_most);
}

state_result by_certificate(const mixer& family, mixer_input input, const matrix<double>& X) {
  input.state = X;
  return result_of(certify(family, input, {}));
}

} // namespace

BOOST_AUTO_TEST_SUITE(enclosed_states)

BOOST_AUTO_TEST_CASE(are_those_of_the_lanes_in_order) {
  const batch_case c = hc_batch_cases(1, 4, 12, 37).front();
  const std::vector<state_spectrum> fast = fast_spectra_of(*fast_path(c.input), c.states);
  const mixer& family = find_mixer("hc");
  const std::size_t rank = family.feedback_rank(4, generic_rank({4, 12}), c.input.convention).at_most;
  const std::vector<state_outcome> found = enclose_states(family, c.input, joined(c.states));
  BOOST_REQUIRE_EQUAL(found.size(), c.states.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    if (fast[k].certified)
      check_same(std::get<state_result>(found[k]), result_of(fast[k], 12, rank));
    else
      check_same(std::get<state_result>(found[k]), by_certificate(family, c.input, c.states[k]));
}

BOOST_AUTO_TEST_CASE(without_lanes_are_those_of_certificates) {
  batch_case c = hc_batch_cases(2, 2, 3, 3).front(); // 2 n generators do not fit in 3 features
  const mixer& family = find_mixer("hc");
  const std::vector<state_outcome> found = enclose_states(family, c.input, joined(c.states));
  for (std::size_t k = 0; k < found.size(); ++k) {
    BOOST_CHECK_EQUAL(std::get<state_result>(found[k]).method, state_result::certificate);
    check_same(std::get<state_result>(found[k]), by_certificate(family, c.input, c.states[k]));
  }
}

BOOST_AUTO_TEST_CASE(one_that_fails_has_its_reason_and_the_others_stay) {
  batch_case c = hc_batch_cases(3, 2, 4, 2).front();
  const mixer& family = find_mixer("hc");
  c.input.convention = convention_of(family, {{"norm_clamp", "5"}});
  std::vector<double> states = joined(c.states);
  const std::vector<double> at_the_clamp{3, 4, 0, 0};
  std::ranges::copy(at_the_clamp, states.begin() + 4);
  const std::vector<state_outcome> found = enclose_states(family, c.input, states);
  const auto* const failure = std::get_if<state_failure>(found.data());
  BOOST_REQUIRE(failure != nullptr);
  BOOST_CHECK_EQUAL(failure->what, state_failure::not_certified);
  BOOST_TEST(!failure->reason.empty());
  BOOST_CHECK(std::holds_alternative<state_result>(found[1]));
}

BOOST_AUTO_TEST_CASE(none) {
  const batch_case c = hc_batch_cases(4, 2, 4, 1).front();
  BOOST_TEST(enclose_states(find_mixer("hc"), c.input, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
