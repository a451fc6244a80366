#include "mixcert/certificate/checker/fixed_point.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {

void overflowed() { throw not_established("a number is too large for fixed point"); }

void split(const integer& value, std::int64_t* limb, int limbs) {
  const integer half = integer(1) << (limb_bits - 1);
  integer left = value;
  for (int k = limbs - 1; k > 0; --k) {
    integer rest = left + half;
    mpz_fdiv_q_2exp(rest.get_mpz_t(), rest.get_mpz_t(), limb_bits);
    limb[k] = integer(left - (rest << limb_bits)).get_si();
    left = rest;
  }
  if (mpz_sizeinbase(left.get_mpz_t(), 2) > limb_bits + 1) overflowed();
  limb[0] = left.get_si();
}

integer joined(const std::int64_t* limb, int limbs) {
  integer r = 0;
  for (int k = 0; k < limbs; ++k) r = (r << limb_bits) + static_cast<long>(limb[k]);
  return r;
}

integer last_places(const interval& x, long exponent, int limbs) {
  const interval in_places = scaled(x, exponent + static_cast<long>(limb_bits) * limbs);
  const interval width = in_places - in_places;
  if (!is_bounded(in_places) || mpfr_cmp_ui(width.upper(), 1) > 0)
    throw not_established("an enclosure is wider than the last place of fixed point");
  integer r;
  mpfr_get_z(r.get_mpz_t(), in_places.lower(), MPFR_RNDN);
  return r;
}

} // namespace mixcert::checker
