#include "mixcert/scalar/rational_value.hpp"

namespace mixcert {
namespace {

mp_float rounded(const rational& x, mpfr_prec_t bits, mpfr_rnd_t direction) {
  mp_float r(bits);
  mpfr_set_q(r.get(), x.get(), direction);
  return r;
}

} // namespace

float64 value(const context<float64>&, const rational& x) { return to_double(rounded(x, 53, MPFR_RNDN)); }

quad value(const context<quad>&, const rational& x) { return to_quad(rounded(x, 113, MPFR_RNDN)); }

interval value(const context<interval>&, const rational& x) { return enclose(x); }

mp_interval value(const context<mp_interval>& context, const rational& x) {
  return {rounded(x, context.bits, MPFR_RNDD), rounded(x, context.bits, MPFR_RNDU), context.bits};
}

} // namespace mixcert
