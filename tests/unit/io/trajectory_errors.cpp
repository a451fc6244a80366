#include "mixcert/io/trajectory.hpp"

#include <cmath>
#include <string>

#include <boost/test/unit_test.hpp>

#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"
#include "support/trajectory_file.hpp"

using namespace mixcert::test;
using pieces = std::initializer_list<std::string_view>;

namespace {

void check_trajectory_refused(const std::string& contents, pieces expected, const std::string& index = "",
                              const mixcert::trajectory_choice& choice = {.branch_outputs = true}) {
  const scratch_file file("bad.safetensors", contents);
  const auto read = [&] { (void)mixcert::read_trajectory(file.path().string() + index, choice); };
  check_refused(read, expected);
  check_refused(read, {file.path().string()});
}

void check_trajectory_refused(const safetensors_bytes& contents, pieces expected, const std::string& index = "") {
  check_trajectory_refused(contents.str(), expected, index);
}

safetensors_bytes with_metadata(const std::vector<std::pair<std::string, std::string>>& metadata) {
  safetensors_bytes r;
  for (const auto& [key, value] : metadata) r.metadata(key, value);
  return r.tensor("site000.X", "F32", {2, 3}, small_state(1)).tensor("site000.y", "F32", {3}, f32_bytes({1, 2, 3}));
}

safetensors_bytes two_sites() { return trajectory_with(R"([\"a\",\"b\"])"); }

/// site000 is as it should be; site001.X is this tensor.
safetensors_bytes second_state(const std::vector<std::size_t>& shape, const std::string& bytes,
                               const std::string& type = "F32") {
  return two_sites().tensor("site000.X", "F32", {2, 3}, small_state(1)).tensor("site001.X", type, shape, bytes);
}

/// Its only site has this branch output.
safetensors_bytes only_branch_output(const std::vector<std::size_t>& shape, const std::string& bytes) {
  return trajectory_with(R"([\"a\"])")
      .tensor("site000.X", "F32", {2, 3}, small_state(1))
      .tensor("site000.y", "F32", shape, bytes);
}

} // namespace

BOOST_AUTO_TEST_SUITE(trajectory_errors)

BOOST_AUTO_TEST_CASE(what_the_others_vary_is_accepted) {
  const scratch_file file("good.safetensors", only_branch_output({3}, f32_bytes({1, 2, 3})).str());
  BOOST_TEST(mixcert::read_trajectory(file.path().string(), {.branch_outputs = true}).sites.size() == 1u);
}

BOOST_AUTO_TEST_CASE(no_trajectory) {
  check_trajectory_refused(npy_bytes("<f4", {2, 3}, small_state(1)), {"safetensors"});
  check_trajectory_refused("", {"is empty"});
  check_trajectory_refused(with_metadata({}), {"no 'mixcert.trajectory' in its metadata", "no trajectory", "\"1\""});
  check_trajectory_refused(with_metadata({{"mixer", "hc"}, {"sites", R"([\"a\"])"}}), {"no 'mixcert.trajectory'"});
  check_trajectory_refused(with_metadata({{"mixcert.trajectory", "2"}}), {"version '2'", "version 1"});
  check_trajectory_refused(with_metadata({{"mixcert.trajectory", ""}}), {"version ''", "version 1"});
  check_trajectory_refused(with_metadata({{"mixcert.trajectory", "1"}, {"sites", R"([\"a\"])"}}),
                           {"no 'mixer' in its metadata"});
  check_trajectory_refused(with_metadata({{"mixcert.trajectory", "1"}, {"mixer", "hc"}}),
                           {"no 'sites' in its metadata"});
}

BOOST_AUTO_TEST_CASE(unknown_mixers) {
  check_trajectory_refused(trajectory_with(three_sites, "hcc"), {"metadata 'mixer'", "no mixer 'hcc'", "hc, "});
  check_trajectory_refused(trajectory_with(three_sites, ""), {"metadata 'mixer'", "no mixer ''"});
}

BOOST_AUTO_TEST_CASE(lists_that_are_none) {
  for (const std::string sites : {"", "a", "{}", "[1]", "[[]]", R"(\"a\")", R"([\"a\",null])", R"([\"a\",\"\"])",
                                  R"([\"a\")", R"({\"a\":1,\"a\":2})"})
    BOOST_TEST_CONTEXT(sites)
  check_trajectory_refused(trajectory_with(sites).tensor("site000.X", "F32", {2, 3}, small_state(1)),
                           {"metadata 'sites' is no JSON list", "layers.0.attn"});
  check_trajectory_refused(trajectory_with("[]"), {"metadata 'sites' is an empty list", "one site at least"});
}

BOOST_AUTO_TEST_CASE(list_and_tensors_disagree) {
  const auto state = small_state(1);
  const auto one = [&](const std::string& name) {
    return two_sites().tensor("site000.X", "F32", {2, 3}, state).tensor(name, "F32", {2, 3}, state);
  };
  const auto three = [&](const std::string& name) { return one("site001.X").tensor(name, "F32", {2, 3}, state); };
  for (const std::string name : {"site002.X", "site1.X", "site01.X", "site0001.X", "X001", "site001.x"})
    check_trajectory_refused(one(name), {"no tensor 'site001.X'", "lists 2 sites, site000 to site001"});
  for (const std::string name : {"site002.X", "site1.X", "site0001.X", "site002.y", "site999.y"})
    check_trajectory_refused(three(name), {"tensor '" + name + "' is of no site", "lists 2 sites", "forward order"});
  check_trajectory_refused(trajectory_with(R"([\"a\"])"), {"no tensor 'site000.X'", "lists 1 site, site000"});
}

BOOST_AUTO_TEST_CASE(shapes) {
  check_trajectory_refused(second_state({3, 2}, small_state(1)),
                           {"tensor 'site001.X'", "[3,2]", "'site000.X' is [2,3]", "same streams"});
  check_trajectory_refused(second_state({2, 2}, f32_bytes({1, 2, 3, 4})), {"tensor 'site001.X'", "[2,2]"});
  check_trajectory_refused(second_state({6}, small_state(1)),
                           {"tensor 'site001.X' has shape [6]", "streams x features"});
  check_trajectory_refused(second_state({1, 2, 3}, small_state(1)),
                           {"tensor 'site001.X' has shape [1,2,3]", "1 leading", "FILE:[i,...]"});
  for (const std::vector<std::size_t>& shape : {std::vector<std::size_t>{0, 3}, {2, 0}, {0, 0}})
    check_trajectory_refused(trajectory_with(R"([\"a\"])").tensor("site000.X", "F32", shape, ""),
                             {"tensor 'site000.X'", "at least one stream and one feature"});
}

BOOST_AUTO_TEST_CASE(indices) {
  check_trajectory_refused(second_state({2, 3}, small_state(1)),
                           {"tensor 'site000.X'", "[2,3]", "[0]", "give no index"}, ":[0]");
  const auto stack = trajectory_with(R"([\"a\"])")
                         .tensor("site000.X", "F32", {2, 2, 3}, small_state(1) + small_state(2))
                         .tensor("site000.y", "F32", {1, 3}, f32_bytes({1, 2, 3}));
  check_trajectory_refused(stack, {"tensor 'site000.X'", "[2,2,3]", "no slice [2]", "0 to 1"}, ":[2]");
  check_trajectory_refused(stack, {"tensor 'site000.y'", "[1,3]", "no slice [1]"}, ":[1]");
  check_trajectory_refused(stack, {"tensor 'site000.X'", "index is [0,0]", "1 leading"}, ":[0,0]");
  check_trajectory_refused(stack, {"'site000.X'", "all of a file", "FILE:[i,...]"}, ":site000.X");
  BOOST_CHECK_THROW((void)mixcert::read_trajectory("t.safetensors:[a]"), mixcert::input_error);
}

BOOST_AUTO_TEST_CASE(branch_outputs) {
  check_trajectory_refused(second_state({2, 3}, small_state(2)),
                           {"no tensor 'site000.y'", "site 'a'", "residual maps"});
  check_trajectory_refused(only_branch_output({2}, f32_bytes({1, 2})), {"tensor 'site000.y' has 2 features", "3;"});
  check_trajectory_refused(only_branch_output({1, 3}, f32_bytes({1, 2, 3})),
                           {"tensor 'site000.y' has shape [1,3]", "one row of features"});
  check_trajectory_refused(only_branch_output({}, f32_bytes({1})), {"tensor 'site000.y' has shape []", "store it so"});
  check_trajectory_refused(only_branch_output({3}, f32_bytes({1, NAN, 3})),
                           {"tensor 'site000.y' holds NaN at [1]", "repair"});
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_finite) {
  check_trajectory_refused(second_state({2, 3}, f32_bytes({1, 2, 3, 4, INFINITY, 6})).str(),
                           {"tensor 'site001.X' holds Inf at [1,1]"}, "", {});
  check_trajectory_refused(second_state({2, 3}, std::string(48, '\0'), "I64").str(), {"'site001.X'", "I64"}, "", {});
}

// What is not chosen is not read, but its shape is compared.
BOOST_AUTO_TEST_CASE(only_what_is_chosen_is_read) {
  const scratch_file file("t", second_state({2, 3}, f32_bytes({1, 2, 3, 4, INFINITY, 6})).str());
  BOOST_TEST(mixcert::read_trajectory(file.path().string(), {.sites = "a"}).sites.size() == 1u);
  check_trajectory_refused(second_state({6}, small_state(1)).str(), {"tensor 'site001.X'"}, "", {.sites = "a"});
}

BOOST_AUTO_TEST_CASE(no_site_chosen) {
  const auto refused = [](const std::string& sites, pieces expected) {
    check_trajectory_refused(small_trajectory().str(), expected, "", {.sites = sites});
  };
  refused("h.0.atn", {"no site matches 'h.0.atn'", "near names: h.0.attn"});
  refused("", {"no site matches ''", "h.0.attn, h.0.mlp, h.1.attn"});
  refused("layer*", {"no site matches 'layer*'", "3 prefixes"});
  refused("site003", {"no site matches 'site003'"});
  refused("\033[2J", {"no site matches '\\x1b[2J'"});
}

BOOST_AUTO_TEST_SUITE_END()
