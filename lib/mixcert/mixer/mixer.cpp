#include "mixcert/mixer/mixer.hpp"

#include "mixcert/error.hpp"

namespace mixcert {
namespace {

std::string_view symbol(tensor_spec::axis axis) {
  switch (axis) {
  case tensor_spec::axis::n:
    return "n";
  case tensor_spec::axis::d:
    return "d";
  case tensor_spec::axis::one_plus_n:
    return "1+n";
  case tensor_spec::axis::whole_state:
    return "nd";
  case tensor_spec::axis::gates:
    return "(2+n)n";
  case tensor_spec::axis::three:
    return "3";
  }
  return "?";
}

std::size_t extent(tensor_spec::axis axis, std::size_t n, std::size_t d) {
  switch (axis) {
  case tensor_spec::axis::n:
    return n;
  case tensor_spec::axis::d:
    return d;
  case tensor_spec::axis::one_plus_n:
    return 1 + n;
  case tensor_spec::axis::whole_state:
    return n * d;
  case tensor_spec::axis::gates:
    return (2 + n) * n;
  case tensor_spec::axis::three:
    return 3;
  }
  return 0;
}

} // namespace

std::vector<std::size_t> resolve(const tensor_spec& spec, std::size_t n, std::size_t d) {
  std::vector<std::size_t> shape;
  for (const tensor_spec::axis axis : spec.shape) shape.push_back(extent(axis, n, d));
  return shape;
}

std::string describe(const tensor_spec& spec, std::size_t n, std::size_t d) {
  std::string symbols, numbers;
  for (const tensor_spec::axis axis : spec.shape) {
    const std::string comma = symbols.empty() ? "" : ",";
    symbols += comma + std::string(symbol(axis));
    numbers += comma + std::to_string(extent(axis, n, d));
  }
  if (spec.shape.empty()) return "[], a single number";
  return "[" + symbols + "] = [" + numbers + "]";
}

std::map<std::string, exact_constant> convention_of(const mixer& mixer,
                                                    const std::map<std::string, exact_constant>& given) {
  std::map<std::string, exact_constant> convention;
  std::string keys;
  for (const constant_spec& constant : mixer.constants()) {
    convention.emplace(constant.key, constant.value);
    keys += (keys.empty() ? "" : ", ") + constant.key;
  }
  for (const auto& [key, value] : given) {
    const auto place = convention.find(key);
    if (place == convention.end())
      throw input_error("mixer '" + std::string(mixer.name()) + "' has no constant '" + key + "'; it has: " + keys);
    place->second = value;
  }
  return convention;
}

} // namespace mixcert
