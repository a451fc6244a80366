#include "mixcert/scalar/detail/mpfr_sigmoid.hpp"

#include "mixcert/scalar/mp_float.hpp"

namespace mixcert::detail {

int mpfr_sigmoid(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t direction) {
  const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD; // the quotient falls as e^-x grows
  // Three times the places: 1/2 + x/4, which y may hold, differs from the value by x^3/48.
  mp_float negative(x, mpfr_get_prec(x)), denominator(3 * mpfr_get_prec(y) + 32);
  mpfr_neg(negative.get(), negative.get(), MPFR_RNDN);
  mpfr_exp(denominator.get(), negative.get(), opposite);
  mpfr_add_ui(denominator.get(), denominator.get(), 1, opposite);
  return mpfr_ui_div(y, 1, denominator.get(), direction);
}

} // namespace mixcert::detail
