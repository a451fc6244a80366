#include "mixcert/batch/frozen_values.hpp"

#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {

double rotation_error(const detail::lane_rotations& rotations, std::size_t lane) {
  const double sum = add_up(rotations.alpha[lane], rotations.beta[lane]);
  // (1 -+ a)^(-1/2) (1 -+ b)^(-1/2) is within 1.01 (a + b) of 1.
  return sum <= 0x1p-20 ? mul_up(1.01, sum) : std::numeric_limits<double>::infinity();
}

bool read_frozen_values(const detail::lane_rotations& rotations, std::size_t n, std::size_t lanes, std::size_t lane,
                        std::vector<interval>& values) {
  values.clear();
  const double turned = rotation_error(rotations, lane), nu = rotations.nu[lane];
  if (!(turned < 1 && nu < std::numeric_limits<double>::max())) return false;
  for (std::size_t k = 0; k < n; ++k) {
    const double high = rotations.s.high[k * lanes + lane], low = rotations.s.low[k * lanes + lane];
    if (!(high >= 0 && high < 0x1p500 && std::fabs(low) <= high)) {
      values.clear();
      return false;
    }
    const double error = add_up(nu, mul_up(turned, mul_up(2, add_up(high, nu))));
    values.emplace_back(std::max(0.0, add_down(high, sub_down(low, error))),
                        std::max(0.0, add_up(high, add_up(low, error))));
  }
  // Equal errors but for what is proportional: ends are sorted separately, theorem T3 (c).
  const std::size_t count = values.size();
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t j = i; j > 0; --j) {
      const interval a = values[j - 1], b = values[j];
      values[j - 1] = interval(std::max(a.lower(), b.lower()), std::max(a.upper(), b.upper()));
      values[j] = interval(std::min(a.lower(), b.lower()), std::min(a.upper(), b.upper()));
    }
  return true;
}

} // namespace mixcert
