#include "mixcert/certificate/over_box.hpp"

#include <algorithm>

namespace mixcert {

std::vector<mp_interval> widened(std::vector<mp_interval> values, double distance) {
  if (distance == 0) return values;
  for (mp_interval& value : values) {
    const mp_interval zero(0, value.bits()), bound(distance, value.bits());
    value = max(zero, value + hull(-bound, bound));
  }
  return values;
}

mp_interval_matrix widened(mp_interval_matrix H, const matrix<enclosure>& change) {
  for (std::size_t k = 0; k < H.values().size(); ++k) {
    mp_interval& value = H.values()[k];
    value += lift(change.values()[k], value.bits());
  }
  return H;
}

std::vector<core_tail> split_tail(std::size_t k, const enclosure& value, std::size_t q, std::size_t generators,
                                  std::size_t d) {
  const std::size_t counted = d - std::min(d, std::max(q, generators)), rest = d - q - counted;
  std::vector<core_tail> tails;
  if (counted > 0) tails.push_back({k, value, counted, true});
  if (rest > 0) tails.push_back({k, value, rest, false});
  return tails;
}

} // namespace mixcert
