#include "mixcert/expression/detail/strength.hpp"

namespace mixcert {
namespace {

std::string decimal(mpz_srcptr x) {
  std::vector<char> text(mpz_sizeinbase(x, 10) + 2);
  return mpz_get_str(text.data(), 10, x);
}

} // namespace

std::string numerator(const rational& x) { return decimal(mpq_numref(x.get())); }
std::string denominator(const rational& x) { return decimal(mpq_denref(x.get())); }
bool is_integer(const rational& x) { return mpz_cmp_ui(mpq_denref(x.get()), 1) == 0; }

strength strength_of(const expression& x) {
  switch (x.top()) {
  case operation::number:
    if (mpq_sgn(x.number().get()) < 0) return strength::sum;
    return is_integer(x.number()) ? strength::atom : strength::product;
  case operation::negation:
  case operation::sum:
  case operation::difference:
    return strength::sum;
  case operation::product:
  case operation::quotient:
    return strength::product;
  case operation::power:
    return strength::power;
  default:
    return strength::atom;
  }
}

} // namespace mixcert
