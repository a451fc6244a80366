// How much of the region a family's eigenvalues reach.
#pragma once

#include "mixcert/scalar/complex_interval.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace mixcert::study {

/// A corner of the region of order 3 or 4, and an upper bound of its distance from the nearest of some points.
struct corner {
  const char* name;
  complex_interval z;
  double distance = HUGE_VAL;

  void approach(const complex_interval& point);
};

/// -1, the third root of unity above the real axis, and i.
std::vector<corner> corners();

/// How far pairs of eigenvalues get in sectors of the upper half-plane, as shares of the way from 0 to the boundary.
class directional_reach {
 public:
  static constexpr std::size_t sectors = 12;

  /// Requires y > 0.
  void add(double x, double y, double share);
  double least() const;
  double greatest() const;

 private:
  static constexpr double width = std::numbers::pi / sectors;
  std::array<double, sectors> most_{};
};

} // namespace mixcert::study
