#include "support/deep_chains.hpp"

#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/trajectory.hpp"
#include "support/shared_data.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace mixcert::test {
namespace {

deep_image image_of(const nlohmann::json& expected) {
  return {expected.at("log_norm"), expected.at("log_norm_ratio"), expected.at("direction_first8")};
}

} // namespace

std::vector<deep_chain> deep_chains() {
  std::vector<deep_chain> chains;
  const mixer_convention usual = convention_of(find_mixer("hc"), {});
  for (const std::string name : {"P", "H", "D", "E", "S"}) {
    const std::string stem = shared_file("oracles/deep/" + name).string();
    const nlohmann::json expected = nlohmann::json::parse(std::ifstream(stem + "_expected.json"));
    const tensor Z = safetensors_file(stem + "_direction.safetensors").read("Z");
    const checkpoint parameters(stem + "_params.safetensors");
    for (const bool write : {false, true}) {
      const trajectory way = read_trajectory(stem + "_trajectory.safetensors", {.branch_outputs = write});
      const nlohmann::json& arm = expected.at(write ? "residual_plus_write" : "residual");
      deep_chain chain{name + (write ? " with write" : " residual"),
                       {},
                       {Z.shape[0], Z.shape[1], Z.values},
                       image_of(arm.at("jvp")),
                       image_of(arm.at("vjp"))};
      for (site_input& site : read_site_inputs(way, parameters, usual)) chain.sites.push_back(std::move(site.input));
      chains.push_back(std::move(chain));
    }
  }
  return chains;
}

} // namespace mixcert::test
