// What float64 and quad give beside what is certified.
#include "mixcert/certificate/estimate.hpp"
#include "certified.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "support/mhc_cases.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using mixcert::certificate;
using mixcert::core_method;
using mixcert::estimate;
using mixcert::mixer_input;

namespace {

struct sample {
  const mixcert::mixer& mixer;
  mixer_input input;
};

/// Both mixers, the three maps, narrow and wide.
std::vector<sample> samples() {
  std::vector<sample> r;
  for (const std::size_t d : {3, 12, 24})
    for (const bool flat : {false, true}) {
      const mixcert::mixer& mixer = flat ? mixcert::mhc_v4_mixer() : mixcert::hc_mixer();
      mixer_input input = flat ? small_mhc_input(d, 3, d) : small_hc_input(d, 3, d);
      r.push_back({mixer, input});
      input.read = true;
      r.push_back({mixer, input});
      input.read = false;
      input.branch_output = std::vector<double>(d, 0.25);
      r.push_back({mixer, input});
    }
  return r;
}

template <class S> estimate estimated(const sample& s, core_method method) {
  return estimate_in(mixcert::context<S>{}, s.mixer, s.input, method, certify(s.mixer, s.input, {}, {.core = method}));
}

std::size_t count(const estimate& e) {
  std::size_t r = 0;
  for (const auto& entry : e.spectrum) r += entry.multiplicity;
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(estimates)

BOOST_AUTO_TEST_CASE(values_are_near_the_enclosures_and_as_many) {
  for (const sample& s : samples())
    for (const core_method method : {core_method::stream_adapted, core_method::common}) {
      const estimate rough = estimated<mixcert::float64>(s, method), fine = estimated<mixcert::quad>(s, method);
      const std::size_t outputs = s.input.read ? 1 : 3;
      BOOST_TEST(count(rough) == outputs * s.input.state.cols());
      BOOST_TEST(count(fine) == count(rough));
      BOOST_TEST(rough.relative_distance < 1e-12);
      BOOST_TEST(fine.distance == 0); // enclosures of binary64 ends hold what has twice their digits
      BOOST_TEST(fine.outside == 0u);
      BOOST_TEST(rough.arithmetic == "float64");
      BOOST_TEST(fine.arithmetic == "quad");
    }
}

BOOST_AUTO_TEST_CASE(the_distance_is_told) {
  const sample s = samples().front();
  certificate c = certify(s.mixer, s.input, {});
  for (auto& entry : c.spectrum) entry.value = mixcert::interval(entry.value.upper() + 1, entry.value.upper() + 1);
  const estimate e = estimate_in(mixcert::context<mixcert::quad>{}, s.mixer, s.input, core_method::stream_adapted, c);
  BOOST_TEST(e.outside == count(e));
  BOOST_TEST(e.distance >= 1 - 1e-14);
  BOOST_TEST(e.distance <= 1 + 1e-14);
}

BOOST_AUTO_TEST_CASE(documents_hold_values_and_are_no_certificates) {
  const std::string text = to_json(estimated<mixcert::float64>(samples().front(), core_method::stream_adapted));
  BOOST_TEST(text.find("\"format\": \"mixcert-estimate\"") != std::string::npos);
  BOOST_TEST(text.find("\"value\"") != std::string::npos);
  for (const char* key : {"\"lo\"", "\"hi\"", "\"lo_hex\"", "\"hi_hex\"", "\"claims\""})
    BOOST_TEST(text.find(key) == std::string::npos, key);
  check_refused([&] { mixcert::from_json(text, "e.json"); }, {"e.json", "estimate"});
}

BOOST_AUTO_TEST_CASE(what_overflows_is_refused) {
  sample s = samples().front();
  constexpr double most = std::numeric_limits<double>::max();
  for (double& x : s.input.parameters.at("static_alpha")) x = most;
  s.input.parameters.at("dynamic_alpha_scale") = {most};
  const certificate c = certify(samples().front().mixer, samples().front().input, {});
  BOOST_CHECK_THROW(estimate_in(mixcert::context<mixcert::float64>{}, s.mixer, s.input, core_method::stream_adapted, c),
                    mixcert::not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
