#include "mixcert/construction/detail/decimal_ends.hpp"

#include "mixcert/scalar/decimal.hpp"

namespace mixcert {
namespace {

bool is_beyond_binary64(mpfr_srcptr x) {
  return mpfr_regular_p(x) != 0 && (mpfr_get_exp(x) > 1024 || mpfr_get_exp(x) < -1021);
}

} // namespace

decimal_ends ends_of(const mp_interval& x, int digits) {
  const bool beyond = is_beyond_binary64(x.lower()) || is_beyond_binary64(x.upper());
  const long exponent = beyond ? exponent_of(abs(x)) : 0;
  const mp_interval moderate = scaled(x, -exponent);
  return {decimal_down(moderate.lower(), digits), decimal_up(moderate.upper(), digits), exponent};
}

} // namespace mixcert
