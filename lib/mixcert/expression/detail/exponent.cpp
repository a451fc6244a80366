#include "mixcert/expression/detail/exponent.hpp"

#include "mixcert/expression/detail/errors.hpp"

namespace mixcert {

int exponent_of(const expression& x, const parameters& values) {
  if (const int* n = std::get_if<int>(&x.exponent())) return *n;
  const std::string& name = std::get<std::string>(x.exponent());
  const auto given = values.find(name);
  if (given == values.end()) refuse_missing(name, values);
  const rational& n = given->second;
  if (mpz_cmp_ui(mpq_denref(n.get()), 1) != 0 || mpz_fits_sint_p(mpq_numref(n.get())) == 0)
    throw input_error("the exponent " + name + " = " + printable(to_string(n)) + " in " + quoted(x) +
                      " is no whole number below 2^31; give one");
  return static_cast<int>(mpz_get_si(mpq_numref(n.get())));
}

} // namespace mixcert
