#include "spectral_reach/boundary.hpp"

#include "mixcert/diagnostic/karpelevich.hpp"

#include <cmath>

namespace mixcert::study {

double boundary_multiple(double x, double y, std::size_t n) {
  constexpr mpfr_prec_t bits = 128;
  constexpr int halvings = 40;
  const auto at = [](double value) { return mp_interval(value, bits); };
  double in = 0, out = 2 / std::hypot(x, y);
  for (int k = 0; k < halvings; ++k) {
    const double t = in / 2 + out / 2;
    const complex_interval z{at(t) * at(x), at(t) * at(y)};
    (karpelevich_membership(z, n) == membership::yes ? in : out) = t;
  }
  return in;
}

} // namespace mixcert::study
