#include "mixcert/scalar/rational.hpp"

#include "mixcert/scalar/mp_float.hpp"

#include <stdexcept>
#include <vector>

namespace mixcert {
namespace {

using mpq_operation = void (*)(mpq_ptr, mpq_srcptr, mpq_srcptr);

rational combine(mpq_operation operation, const rational& x, const rational& y) {
  rational r;
  operation(r.get(), x.get(), y.get());
  return r;
}

/// MPFR rounds to 53 bits in a wider exponent range; a second rounding in the same direction does not change the side.
double rounded(const rational& x, mpfr_rnd_t direction) {
  mp_float value(53);
  mpfr_set_q(value.get(), x.get(), direction);
  return mpfr_get_d(value.get(), direction);
}

} // namespace

rational::rational(double x) : rational() {
  if (!detail::finite(x)) throw std::invalid_argument("rational: the number is not finite");
  mpq_set_d(value_, x);
}

rational::rational(long numerator, long denominator) : rational() {
  if (denominator == 0) throw std::domain_error("rational: the denominator is zero");
  mpz_set_si(mpq_numref(value_), numerator);
  mpz_set_si(mpq_denref(value_), denominator);
  mpq_canonicalize(value_);
}

rational& rational::operator+=(const rational& y) {
  mpq_add(value_, value_, y.value_);
  return *this;
}

rational& rational::operator-=(const rational& y) {
  mpq_sub(value_, value_, y.value_);
  return *this;
}

rational operator-(const rational& x) {
  rational r;
  mpq_neg(r.get(), x.get());
  return r;
}

rational operator+(const rational& x, const rational& y) { return combine(mpq_add, x, y); }
rational operator-(const rational& x, const rational& y) { return combine(mpq_sub, x, y); }
rational operator*(const rational& x, const rational& y) { return combine(mpq_mul, x, y); }

rational operator/(const rational& x, const rational& y) {
  if (is_exact_zero(y)) throw std::domain_error("division of a rational number by zero");
  return combine(mpq_div, x, y);
}

rational sqr(const rational& x) { return x * x; }

rational fma(const rational& x, const rational& y, const rational& z) { return x * y + z; }

rational pown(const rational& x, int n) {
  const rational base = n < 0 ? rational(1.0) / x : x;
  const auto power = n < 0 ? -static_cast<unsigned long>(n) : static_cast<unsigned long>(n);
  rational r;
  mpz_pow_ui(mpq_numref(r.get()), mpq_numref(base.get()), power);
  mpz_pow_ui(mpq_denref(r.get()), mpq_denref(base.get()), power);
  return r;
}

std::optional<rational> exact_sqrt(const rational& x) {
  // In lowest terms a square has squares above and below the line.
  if (mpz_perfect_square_p(mpq_numref(x.get())) == 0 || mpz_perfect_square_p(mpq_denref(x.get())) == 0)
    return std::nullopt;
  rational r;
  mpz_sqrt(mpq_numref(r.get()), mpq_numref(x.get()));
  mpz_sqrt(mpq_denref(r.get()), mpq_denref(x.get()));
  return r;
}

rational abs(const rational& x) {
  rational r;
  mpq_abs(r.get(), x.get());
  return r;
}

rational min(const rational& x, const rational& y) { return certainly_less(y, x) ? y : x; }
rational max(const rational& x, const rational& y) { return certainly_less(x, y) ? y : x; }

interval enclose(const rational& x) { return interval(rounded(x, MPFR_RNDD), rounded(x, MPFR_RNDU)); }

bool contains(const interval& x, const rational& value) {
  const bool above = !detail::finite(x.lower()) || !certainly_less(value, rational(x.lower()));
  const bool below = !detail::finite(x.upper()) || !certainly_less(rational(x.upper()), value);
  return above && below;
}

std::string to_string(const rational& x) {
  std::vector<char> text(mpz_sizeinbase(mpq_numref(x.get()), 10) + mpz_sizeinbase(mpq_denref(x.get()), 10) + 3);
  return mpq_get_str(text.data(), 10, x.get());
}

} // namespace mixcert
