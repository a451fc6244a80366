#include "support/reference_router.hpp"

#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mixcert::test {
namespace {

using json = nlohmann::json;

std::vector<double> numbers(const json& texts) {
  std::vector<double> r;
  for (const json& text : texts) r.push_back(std::stod(text.get<std::string>()));
  return r;
}

matrix<double> square(const json& rows) {
  std::vector<double> values;
  for (const json& row : rows)
    for (const double x : numbers(row)) values.push_back(x);
  return {rows.size(), rows.size(), std::move(values)};
}

json first_of(const json& c, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (c.contains(key)) return c.at(key);
  return json::array();
}

/// The file's names of constants, and a mixer's.
const std::map<std::string, std::string> constant_names = {
    {"eps", "hc_eps"},       {"norm_eps", "norm_eps"},          {"ln_eps", "norm_eps"},
    {"tau", "temperature"},  {"normalize_clamp", "norm_clamp"}, {"sinkhorn_clamp", "sinkhorn_clamp"},
    {"gamma", "gamma"},      {"cayley_alpha", "cayley_alpha"},  {"sinkhorn_iters", "iterations"},
    {"iters", "iterations"}, {"cayley_iters", "iterations"},    {"s", "s"},
    {"factors", "factors"}};

std::string constant_text(const std::string& key, const json& value) {
  if (value.is_object()) return value.at("hex");
  if (!value.is_array()) return value.dump();
  std::string r;
  for (const json& x : value) r += (r.empty() ? "" : key == "factors" ? "x" : ",") + x.dump();
  return r;
}

std::map<std::string, std::string> convention_in(const json& c) {
  std::map<std::string, std::string> r;
  if (c.contains("family") && c.at("family") == "static") r.emplace("kind", c.at("variant"));
  const json convention = c.value("convention", json::object());
  for (const auto& [key, value] : convention.items())
    if (const auto name = constant_names.find(key); name != constant_names.end())
      r.emplace(name->second, constant_text(key, value));
  return r;
}

} // namespace

std::vector<reference_router> read_reference_routers(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  const json document = json::parse(in);
  std::vector<reference_router> routers;
  for (const json& c : document.at("cases"))
    routers.push_back({c.at("id"), c.contains("params") ? c.at("params") : c.at("weights"), square(c.at("H")),
                       numbers(first_of(c, {"beta", "post"})), numbers(first_of(c, {"read", "pre"})),
                       c.value("family", ""), convention_in(c),
                       std::stod(c.value("float64_rel_dev_from_mp", "0")) <= 1e-13, numbers(first_of(c, {"sigma_J"})),
                       numbers(first_of(c, {"sigma_H"}))});
  return routers;
}

} // namespace mixcert::test
