#include "mixcert/io/trajectory.hpp"

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/sha256.hpp"
#include "support/refusal.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"
#include "support/trajectory_file.hpp"

using namespace mixcert::test;
using names = std::vector<std::string>;

namespace {

names prefixes(const mixcert::trajectory& t) {
  names r;
  for (const mixcert::trajectory_site& site : t.sites) r.push_back(site.prefix);
  return r;
}

names chosen(const std::string& file, const std::string& sites) {
  return prefixes(mixcert::read_trajectory(file, {.sites = sites}));
}

std::string digest(const std::string& bytes) { return mixcert::sha256_hex(std::as_bytes(std::span(bytes))); }

mixcert::mixer_convention usual() { return convention_of(mixcert::find_mixer("hc"), {}); }

} // namespace

BOOST_AUTO_TEST_SUITE(trajectory)

BOOST_AUTO_TEST_CASE(states_in_forward_order) {
  const scratch_folder folder;
  const std::string file = folder.write("t.safetensors", small_trajectory().str()).string();
  const mixcert::trajectory t = mixcert::read_trajectory(file);
  BOOST_TEST(t.mixer == "hc");
  BOOST_TEST(t.file.string() == file);
  BOOST_TEST(prefixes(t) == (names{"h.0.attn", "h.0.mlp", "h.1.attn"}), boost::test_tools::per_element());
  for (std::size_t l = 0; l < 3; ++l) {
    const mixcert::tensor& X = t.sites[l].state;
    BOOST_TEST(X.name == "site00" + std::to_string(l) + ".X");
    BOOST_TEST(X.values[0] == static_cast<double>(l));
    BOOST_TEST(X.sha256 == digest(small_state(static_cast<float>(l))));
    BOOST_TEST(!t.sites[l].branch_output);
  }
  const mixcert::trajectory with_y = mixcert::read_trajectory(file, {.branch_outputs = true});
  for (std::size_t l = 0; l < 3; ++l) BOOST_TEST(with_y.sites[l].branch_output->values[2] == static_cast<double>(l));
}

BOOST_AUTO_TEST_CASE(sites_chosen_by_a_glob) {
  const scratch_folder folder;
  const std::string file = folder.write("t.safetensors", small_trajectory().str()).string();
  const auto check = [&](const std::string& glob, const names& expected) {
    BOOST_TEST(chosen(file, glob) == expected, boost::test_tools::per_element());
  };
  check("*", {"h.0.attn", "h.0.mlp", "h.1.attn"});
  check("*.attn", {"h.0.attn", "h.1.attn"});
  check("h.0.*", {"h.0.attn", "h.0.mlp"});
  check("h.0.mlp", {"h.0.mlp"});
  check("site00?", {"h.0.attn", "h.0.mlp", "h.1.attn"});
  check("site*2", {"h.1.attn"});
  check("?.1.*", {"h.1.attn"});
}

BOOST_AUTO_TEST_CASE(a_site_may_come_twice) {
  const scratch_folder folder;
  const std::string file = folder
                               .write("t", trajectory_with(R"([\"h\",\"h\"])")
                                               .tensor("site000.X", "F32", {2, 3}, small_state(1))
                                               .tensor("site001.X", "F32", {2, 3}, small_state(2))
                                               .tensor("Z", "F32", {1}, f32_bytes({0}))
                                               .str())
                               .string();
  const mixcert::trajectory t = mixcert::read_trajectory(file);
  BOOST_TEST(prefixes(t) == (names{"h", "h"}), boost::test_tools::per_element());
  BOOST_TEST(t.sites[1].state.values[0] == 2);
}

BOOST_AUTO_TEST_CASE(more_than_a_thousand_sites) {
  std::string list = R"([\"h\")";
  for (int l = 1; l < 1002; ++l) list += R"(,\"h\")";
  safetensors_bytes contents = trajectory_with(list + "]");
  for (int l = 0; l < 1002; ++l) {
    const std::string digits = std::to_string(l);
    contents.tensor("site" + std::string(l < 100 ? (l < 10 ? 2 : 1) : 0, '0') + digits + ".X", "F32", {1, 1},
                    f32_bytes({static_cast<float>(l)}));
  }
  const scratch_file file("t.safetensors", contents.str());
  const mixcert::trajectory t = mixcert::read_trajectory(file.path().string());
  BOOST_REQUIRE(t.sites.size() == 1002u);
  for (std::size_t l = 0; l < t.sites.size(); ++l) BOOST_TEST(t.sites[l].state.values[0] == static_cast<double>(l));
}

BOOST_AUTO_TEST_CASE(leading_indices) {
  const scratch_folder folder;
  const std::string file = folder
                               .write("t", trajectory_with(R"([\"a\",\"b\"])")
                                               .tensor("site000.X", "F32", {2, 2, 3}, small_state(1) + small_state(2))
                                               .tensor("site000.y", "F32", {2, 3}, f32_bytes({1, 2, 3, 4, 5, 6}))
                                               .tensor("site001.X", "F32", {2, 2, 3}, small_state(3) + small_state(4))
                                               .tensor("site001.y", "F32", {2, 3}, f32_bytes({6, 5, 4, 3, 2, 1}))
                                               .str())
                               .string();
  const mixcert::trajectory t = mixcert::read_trajectory(file + ":[1]", {.branch_outputs = true});
  BOOST_TEST(t.sites[0].state.values[0] == 2);
  BOOST_TEST(t.sites[1].state.values[0] == 4);
  BOOST_TEST(t.sites[0].branch_output->values[0] == 4);
  BOOST_TEST(t.sites[1].branch_output->values[2] == 1);
  BOOST_TEST(t.sites[1].state.index == std::vector<std::size_t>{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(inputs_and_subjects) {
  const scratch_folder folder;
  const std::string file = folder.write("t.safetensors", small_trajectory().str()).string();
  const mixcert::checkpoint parameters(
      folder.write("p.safetensors", small_parameters({"h.0.attn", "h.0.mlp", "h.1.attn"}).str()));
  const auto residual = read_site_inputs(mixcert::read_trajectory(file), parameters, usual());
  BOOST_REQUIRE(residual.size() == 3u);
  for (std::size_t l = 0; l < 3; ++l) {
    BOOST_TEST(!residual[l].input.branch_output);
    BOOST_TEST(residual[l].input.state(0, 0) == static_cast<double>(l));
    BOOST_TEST(residual[l].input.parameters.at("static_beta")[0] == static_cast<double>(l));
    BOOST_TEST(residual[l].subject.with == "residual");
    BOOST_TEST(residual[l].subject.parameters.size() == 7u);
    BOOST_TEST(residual[l].subject.streams == 2u);
    BOOST_TEST(residual[l].subject.width == 3u);
    BOOST_TEST(residual[l].subject.mixer == "hc");
    BOOST_TEST(residual[l].subject.convention.size() == usual().size());
  }
  BOOST_TEST(residual[1].subject.site == "h.0.mlp");
  BOOST_TEST(residual[1].subject.state.name == "site001.X");
  const auto write = read_site_inputs(mixcert::read_trajectory(file, {"h.1.*", true}), parameters, usual());
  BOOST_REQUIRE(write.size() == 1u);
  BOOST_TEST(write[0].input.branch_output.value() == (std::vector<double>{1, 2, 2}), boost::test_tools::per_element());
  BOOST_TEST(write[0].input.parameters.at("static_beta")[0] == 2);
  BOOST_TEST(write[0].subject.with == "write");
  BOOST_TEST(write[0].subject.branch_output->name == "site002.y");
}

// What the checkpoint lacks is found when its site is read.
BOOST_AUTO_TEST_CASE(sites_that_the_checkpoint_has_not) {
  const scratch_folder folder;
  const mixcert::trajectory t =
      mixcert::read_trajectory(folder.write("t.safetensors", small_trajectory().str()).string());
  const std::string file = folder.write("p.safetensors", small_parameters({"h.0.attn", "h.0.mlp"}).str()).string();
  const mixcert::checkpoint parameters(file);
  BOOST_TEST(read_site_input(t, 1, parameters, usual()).subject.site == "h.0.mlp");
  check_refused([&] { (void)read_site_input(t, 2, parameters, usual()); }, {file, "'h.1.attn'", "h.0.attn"});
  check_refused([&] { (void)read_site_inputs(t, parameters, usual()); }, {file, "'h.1.attn'"});
}

BOOST_AUTO_TEST_CASE(chains_of_the_reference_data, *boost::unit_test::precondition(has_shared_data)) {
  for (const std::string chain : {"P", "H", "D", "E", "S"}) {
    const std::string stem = shared_file("oracles/deep/" + chain).string();
    const mixcert::trajectory t = mixcert::read_trajectory(stem + "_trajectory.safetensors", {.branch_outputs = true});
    const mixcert::checkpoint parameters(stem + "_params.safetensors");
    BOOST_TEST(t.sites.size() == (chain == "S" ? 12u : 96u));
    const mixcert::site_input last = read_site_input(t, t.sites.size() - 1, parameters, usual());
    BOOST_TEST(last.input.state.rows() == 4u);
    BOOST_TEST(last.input.state.cols() == (chain == "S" ? 64u : 256u));
    BOOST_TEST(last.input.branch_output->size() == last.input.state.cols());
  }
}

BOOST_AUTO_TEST_SUITE_END()
