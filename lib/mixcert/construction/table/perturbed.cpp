#include "mixcert/construction/table/perturbed.hpp"

#include <algorithm>

namespace mixcert::table {
namespace {

/// How often a prime divides x > 0.
mp_bitcnt_t multiplicity(mpz_srcptr x, unsigned long prime) {
  const rational divisor(static_cast<long>(prime), 1);
  rational rest;
  return mpz_remove(mpq_numref(rest.get()), x, mpq_numref(divisor.get()));
}

/// A sum of decimals and binary numbers is a decimal: its denominator divides a power of ten.
std::string as_decimal(const rational& x) {
  mpz_srcptr denominator = mpq_denref(x.get());
  const auto places = static_cast<int>(std::max(multiplicity(denominator, 2), multiplicity(denominator, 5)));
  return to_string(x * pown(rational(10, 1), places)) + "e-" + std::to_string(places);
}

} // namespace

std::string perturbed(const std::string& number, const reproduction_request& request) {
  const context<rational> exact;
  const rational X = request.perturbation.value(exact);
  return is_exact_zero(X) ? number : as_decimal(exact_constant(number).value(exact) + X);
}

} // namespace mixcert::table
