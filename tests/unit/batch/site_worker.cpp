// Files that change or vanish while a batch is at work.
#include "mixcert/batch/site_worker.hpp"

#include "support/hc_cases.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_folder.hpp"

#include <utility>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr std::size_t n = 2, d = 8, count = 5;

std::string parameters(const mixer_input& input) {
  safetensors_bytes file;
  for (const tensor_spec& spec : find_mixer("hc").tensors(n, d, input.convention))
    file.tensor("a." + spec.name, "F64", extents(spec), f64_bytes(input.parameters.at(spec.name)));
  return file.str();
}

std::string states() {
  std::vector<double> values;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> state = small_hc_input(10 + k, n, d).state.values();
    values.insert(values.end(), state.begin(), state.end());
  }
  return safetensors_bytes().tensor("X", "F64", {count, n, d}, f64_bytes(values)).str();
}

struct job {
  std::string written = states();
  scratch_folder folder = {};
  std::filesystem::path params = folder.write("params.safetensors", parameters(small_hc_input(1, n, d)));
  std::filesystem::path X = folder.write("states.safetensors", written);
  batch_plan plan{{{.mixer = "hc",
                    .params = params.string(),
                    .sites = {"a"},
                    .glob = {},
                    .states = X.string() + ":X",
                    .trajectory = {},
                    .convention = {},
                    .place = {}}},
                  0,
                  false};
  std::atomic<bool> stop = false;
};

std::vector<state_record> run(job& j) {
  site_cache cache(j.plan);
  const auto records = site_worker(j.plan, cache, {}).run(j.plan.blocks()[0], j.stop);
  BOOST_REQUIRE(records && records->size() == count);
  return *records;
}

void check_failures(const std::vector<state_record>& records, std::size_t from, const std::string& words) {
  for (const state_record& record : records) {
    BOOST_TEST(record.result.has_value() == (record.state < from));
    BOOST_TEST(record.failure.has_value() == (record.state >= from));
    if (record.failure)
      BOOST_CHECK(record.failure->what == state_failure::operational &&
                  record.failure->reason.find(words) != std::string::npos);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(changing_files)

BOOST_AUTO_TEST_CASE(undisturbed_all_states_have_results) {
  job j;
  check_failures(run(j), count, "");
}

BOOST_AUTO_TEST_CASE(a_file_of_states_that_is_cut_fails_every_state_that_is_read_then) {
  job j;
  std::filesystem::resize_file(j.X, std::filesystem::file_size(j.X) - 8);
  check_failures(run(j), 0, "changed while it was being read");
}

BOOST_AUTO_TEST_CASE(a_file_that_vanishes_stays_open) {
  job j;
  std::filesystem::remove(j.X);
  check_failures(run(j), count, "");
}

BOOST_AUTO_TEST_CASE(other_parameters_than_those_of_the_manifest_are_refused) {
  job j;
  const std::string other = parameters(small_hc_input(2, n, d));
  std::ofstream(j.params, std::ios::binary) << other;
  check_failures(run(j), 0, "params.safetensors");
}

BOOST_AUTO_TEST_CASE(a_number_that_is_none_is_no_operational_failure) {
  job j{.written = states().replace(states().size() - 2, 2, "\xf8\x7f")}; // NaN
  const state_record last = run(j).back();
  BOOST_TEST_REQUIRE(last.failure.has_value());
  BOOST_TEST(last.failure->what == state_failure::input);
  BOOST_TEST(!is_worth_another_try(line_of(last, "a")));
}

BOOST_AUTO_TEST_CASE(only_operational_failures_are_worth_another_try) {
  state_record record{.site = 0, .state = 3, .sha256 = {}, .failure = std::nullopt, .result = std::nullopt};
  const std::string confusing = R"(in "failed":"operational" and ,"failed":"operational")";
  for (const auto& [what, worth] : {std::pair(state_failure::input, false), std::pair(state_failure::operational, true),
                                    std::pair(state_failure::not_certified, false)}) {
    record.failure = {what, confusing};
    const std::string line = line_of(record, R"(,"failed":"operational")");
    BOOST_TEST(is_worth_another_try(line) == worth);
    record.failure = {state_failure::input, ""};
    BOOST_TEST(is_worth_another_try(line_of(record, "a") + line + line_of(record, "b")) == worth);
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_said_of_a_block_that_was_stopped) {
  job j;
  j.stop = true;
  site_cache cache(j.plan);
  BOOST_CHECK(!site_worker(j.plan, cache, {}).run(j.plan.blocks()[0], j.stop));
}

BOOST_AUTO_TEST_CASE(names_of_certificates_are_names_of_files) {
  BOOST_TEST(certificate_name("layers.0.hc_attn", 3, 12) == "site3-layers.0.hc_attn-state12.json");
  BOOST_TEST(certificate_name("../a/b %", 0, 0) == "site0-..%2Fa%2Fb%20%25-state0.json");
}

BOOST_AUTO_TEST_SUITE_END()
