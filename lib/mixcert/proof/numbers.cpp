#include "mixcert/proof/numbers.hpp"

#include "mixcert/scalar/decimal.hpp"

#include <algorithm>

namespace mixcert::proof {

namespace {

/// 1.5000e+00 as 1.5e+00: the same number.
std::string without_trailing_zeros(std::string decimal) {
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  if (decimal.find('.') >= e) return decimal;
  const std::size_t last = decimal.find_last_not_of('0', e - 1);
  const std::size_t kept = decimal[last] == '.' ? last : last + 1;
  return decimal.erase(kept, e - kept);
}

} // namespace

text in_text(const enclosure& x) {
  if (x.lo() == x.hi()) return {number{without_trailing_zeros(x.lo())}};
  return {range{x.lo(), x.hi()}};
}

text in_text(const scaled_enclosure& x) {
  text r = in_text(x.ends);
  if (x.exp2 != 0) r.emplace_back(math{"\\cdot2^{" + std::to_string(x.exp2) + "}"});
  return r;
}

text bound_in_text(double bound) {
  constexpr int digits = 8;
  return {number{decimal_up(bound, digits)}};
}

text in_text(std::size_t count) { return {plain{std::to_string(count)}}; }

text indices_in_text(std::size_t first, std::size_t last) {
  return first == last ? in_text(first) : text{plain{std::to_string(first) + " to " + std::to_string(last)}};
}

} // namespace mixcert::proof
