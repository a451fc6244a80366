#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

std::vector<std::size_t> extents(const tensor_spec& spec) {
  std::vector<std::size_t> r;
  for (const tensor_axis& axis : spec.shape) r.push_back(axis.extent);
  return r;
}

std::string describe(const tensor_spec& spec) {
  std::string symbols, numbers;
  for (const tensor_axis& axis : spec.shape) {
    const std::string comma = symbols.empty() ? "" : ",";
    symbols += comma + axis.symbol;
    numbers += comma + std::to_string(axis.extent);
  }
  if (spec.shape.empty()) return "[], a single number";
  return "[" + symbols + "] = [" + numbers + "]";
}

} // namespace mixcert
