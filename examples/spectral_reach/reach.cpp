#include "spectral_reach/reach.hpp"

#include "spectral_reach/cloud.hpp"

#include <algorithm>

namespace mixcert::study {

void corner::approach(const complex_interval& point) {
  distance = std::min(distance, magnitude_up(modulus(point - z)));
}

std::vector<corner> corners() {
  const auto number = [](double x) { return mp_interval(x, evaluation_bits); };
  const mp_interval height = sqrt(number(3)) / number(2);
  return {{"-1", {number(-1), number(0)}}, {"3-cycle", {number(-0.5), height}}, {"i", {number(0), number(1)}}};
}

void directional_reach::add(double x, double y, double share) {
  const auto sector = static_cast<std::size_t>(std::atan2(y, x) / width);
  double& most = most_[std::min(sectors - 1, sector)];
  most = std::max(most, share);
}

double directional_reach::least() const { return *std::min_element(most_.begin(), most_.end()); }
double directional_reach::greatest() const { return *std::max_element(most_.begin(), most_.end()); }

} // namespace mixcert::study
