#include "mixcert/ball/double_double_matrix.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/scalar/directed.hpp"

#include <cmath>
#include <limits>

namespace mixcert {

double frobenius_up(const double_double_matrix& a) {
  const double high = frobenius_up(a.high), low = frobenius_up(a.low);
  return add_up(high, low);
}

void scale(double_double_matrix& a, int exponent) {
  for (matrix<double>* part : {&a.high, &a.low})
    for (double& x : part->values()) x = std::ldexp(x, exponent);
}

} // namespace mixcert
