// One template of a computation behind the choice of an arithmetic.
#pragma once

#include "mixcert/construction/comparison.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstdlib>

namespace mixcert::table {

/// f(context<S>) for the S that is meant; mp_interval has `bits` places.
template <class F> auto in_arithmetic(const arithmetic& in, F f) {
  switch (in.in) {
  case arithmetic::kind::binary64_interval:
    return f(context<interval>{});
  case arithmetic::kind::mp:
    return f(context<mp_interval>{in.bits});
  case arithmetic::kind::exact:
    return f(context<rational>{});
  case arithmetic::kind::binary128:
    return f(context<quad>{});
  case arithmetic::kind::binary64:
    return f(context<float64>{});
  }
  std::abort(); // all kinds are above
}

/// The same set, with 53 places.
inline mp_interval as_mp_interval(const interval& x) { return {mp_float(x.lower(), 53), mp_float(x.upper(), 53), 53}; }

/// What was computed, for comparison.
inline computed_number number(const interval& x) { return as_mp_interval(x); }
inline computed_number number(const mp_interval& x) { return x; }
inline computed_number number(const rational& x) { return x; }
inline computed_number number(const quad& x) { return to_mp_float(x); }
inline computed_number number(float64 x) { return mp_float(x, 53); }

} // namespace mixcert::table
