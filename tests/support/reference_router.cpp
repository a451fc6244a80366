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

} // namespace

std::vector<reference_router> read_reference_routers(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  const json document = json::parse(in);
  std::vector<reference_router> routers;
  for (const json& c : document.at("cases"))
    routers.push_back({c.at("id"), c.contains("params") ? c.at("params") : c.at("weights"), square(c.at("H")),
                       numbers(first_of(c, {"beta", "post"})), numbers(first_of(c, {"read", "pre"}))});
  return routers;
}

} // namespace mixcert::test
