// Enclosures beside decimals of the reference data.
#pragma once

#include "mixcert/scalar/constant.hpp"

#include <string>

namespace mixcert::test {

/// Whether every member of x is within `bound` of the decimal number, relative to the larger of it and 1.
inline bool near(const mp_interval& x, const std::string& decimal, const char* bound) {
  const context<mp_interval> context{x.bits()};
  const mp_interval expected = exact_constant(decimal).value(context);
  const mp_interval size = max(abs(expected), context.exact(1));
  return certainly_less(abs(x - expected), exact_constant(bound).value(context) * size);
}

} // namespace mixcert::test
