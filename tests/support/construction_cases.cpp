#include "support/construction_cases.hpp"

#include "mixcert/io/safetensors.hpp"
#include "support/shared_data.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mixcert::test {
namespace {

nlohmann::json read(const char* name, const char* list = "cases") {
  std::ifstream file(shared_file(std::string("oracles/constructions/") + name));
  return nlohmann::json::parse(file).at(list);
}

/// The data write a binary64 number with 18 digits, of which it is the nearest.
rational binary64(const nlohmann::json& text) { return rational(std::stod(text.get<std::string>())); }

} // namespace

std::vector<two_stream_case> two_stream_cases() {
  std::vector<two_stream_case> cases;
  for (const auto& c : read("two_stream.json")) {
    two_stream_case r{c.at("id"), binary64(c.at("K")), binary64(c.at("eps")), binary64(c.at("m")), binary64(c.at("d")),
                      {},         c.at("sigma_J")};
    for (const auto& row : c.at("J")) r.J.insert(r.J.end(), row.begin(), row.end());
    cases.push_back(std::move(r));
  }
  if (cases.empty()) throw std::runtime_error("no two-stream cases");
  return cases;
}

std::vector<cayley_case> cayley_cases() {
  std::vector<cayley_case> cases;
  for (const auto& c : read("cayley.json"))
    if (c.contains("exceptional"))
      cases.push_back(
          {c.at("id"), binary64(c.at("K")), c.at("L"), c.at("d"), c.at("other_count"), c.at("exceptional")});
  if (cases.empty()) throw std::runtime_error("no Cayley cases");
  return cases;
}

std::vector<generic_cayley_case> generic_cayley_cases() {
  std::vector<generic_cayley_case> cases;
  const safetensors_file data(shared_file("oracles/constructions/cayley.safetensors"));
  for (const auto& c : read("cayley.json", "generic")) {
    const std::size_t d = c.at("d");
    const std::string v = c.at("v");
    std::vector<double> direction(d, 0.0);
    if (v == "e0")
      direction[0] = 1;
    else
      direction = data.read("v.d" + std::to_string(d)).values;
    generic_cayley_case r{c.at("id"),
                          binary64(c.at("K")),
                          std::move(direction),
                          {3, d, data.read(c.at("X_tensor").get<std::string>()).values},
                          {},
                          c.at("sigma_J")};
    for (const auto& row : c.at("H")) r.H.insert(r.H.end(), row.begin(), row.end());
    cases.push_back(std::move(r));
  }
  return cases;
}

} // namespace mixcert::test
