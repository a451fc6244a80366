#include "mixcert/expression/agreement.hpp"

#include "mixcert/error.hpp"
#include "mixcert/expression/evaluate.hpp"
#include "mixcert/expression/substitute.hpp"

#include <algorithm>

namespace mixcert {
namespace {

/// NaN ends give undecided.
agreement compare(const mp_interval& enclosure, const mp_interval& value) {
  if (certainly_less(enclosure, value) || certainly_less(value, enclosure)) return agreement::no;
  const bool member = mpfr_lessequal_p(enclosure.lower(), value.lower()) != 0 &&
                      mpfr_lessequal_p(value.upper(), enclosure.upper()) != 0;
  return member ? agreement::yes : agreement::undecided;
}

agreement compare(const mp_interval& enclosure, const expression& x, const parameters& values, mpfr_prec_t bits) {
  try {
    return compare(enclosure, evaluate(context<mp_interval>{bits}, x, values));
  } catch (const not_certified&) { // with so few bits
    return agreement::undecided;
  }
}

} // namespace

agreement agrees(const mp_interval& enclosure, const expression& x, const parameters& values) {
  constexpr mpfr_prec_t most_bits = 16384;
  const expression exact = substitute(x, values); // rationals meet exactly where they can
  agreement found = agreement::undecided;
  for (mpfr_prec_t bits = 128; bits <= most_bits && found == agreement::undecided; bits *= 2)
    found = compare(enclosure, exact, values, bits);
  return found;
}

agreement agrees(const interval& enclosure, const expression& x, const parameters& values) {
  return agrees(mp_interval(mp_float(enclosure.lower(), 53), mp_float(enclosure.upper(), 53), 53), x, values);
}

} // namespace mixcert
