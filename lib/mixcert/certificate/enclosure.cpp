#include "mixcert/certificate/enclosure.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

constexpr int digits = 17;

/// Places that a decimal of this length has, and some.
mpfr_prec_t places_of(const std::string& decimal) { return static_cast<mpfr_prec_t>(4 * decimal.size() + 64); }

mp_float rounded(const std::string& decimal, mpfr_prec_t bits, mpfr_rnd_t direction) {
  mp_float r(bits);
  mpfr_strtofr(r.get(), decimal.c_str(), nullptr, 10, direction);
  return r;
}

/// lo <= hi, and hi is a number for MPFR too.
bool is_ordered(const std::string& lo, const std::string& hi) {
  const mpfr_prec_t bits =
      places_of(std::max(lo, hi, [](const auto& a, const auto& b) { return a.size() < b.size(); }));
  const mp_float lower = rounded(lo, bits, MPFR_RNDD), upper = rounded(hi, bits, MPFR_RNDU);
  return mpfr_lessequal_p(lower.get(), upper.get()) != 0 && mpfr_number_p(upper.get()) != 0;
}

interval outward(const std::string& lo, const std::string& hi) {
  if (!is_decimal(lo) || !is_decimal(hi)) throw input_error("an end is not a decimal number");
  if (!is_ordered(lo, hi)) throw input_error("lo is above hi");
  return {parse_decimal_down(lo), parse_decimal_up(hi)};
}

} // namespace

enclosure::enclosure(std::string lo, std::string hi)
    : binary64_(outward(lo, hi)), lo_(std::move(lo)), hi_(std::move(hi)) {}

std::string enclosure::lo() const { return is_binary64() ? decimal_down(lower(), digits) : lo_; }

std::string enclosure::hi() const { return is_binary64() ? decimal_up(upper(), digits) : hi_; }

mp_interval lift(const enclosure& x, mpfr_prec_t bits) {
  if (x.is_binary64()) return {mp_float(x.lower(), 53), mp_float(x.upper(), 53), bits};
  return {rounded(x.lo(), bits, MPFR_RNDD), rounded(x.hi(), bits, MPFR_RNDU), bits};
}

} // namespace mixcert
