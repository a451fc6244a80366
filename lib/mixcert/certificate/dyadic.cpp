#include "mixcert/certificate/dyadic.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <cctype>
#include <optional>

namespace mixcert {
namespace {

using integer = boost::multiprecision::mpz_int;

/// The exponent of the last non-zero binary place of x != 0.
long last_place(const mp_float& x) {
  integer digits;
  const mpfr_exp_t exponent = mpfr_get_z_2exp(digits.backend().data(), x.get());
  if (digits < 0) digits = -digits;
  return exponent + static_cast<long>(lsb(digits));
}

std::string integer_text(const mp_float& x) {
  integer value;
  mpfr_get_z(value.backend().data(), x.get(), MPFR_RNDN);
  const bool negative = value < 0;
  if (negative) value = -value;
  std::string text = value.str(0, std::ios_base::hex);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return negative ? "-" + text : text;
}

bool is_integer_text(const std::string& text) {
  const std::size_t start = !text.empty() && text.front() == '-' ? 1 : 0;
  return text.size() > start && text.find_first_not_of("0123456789abcdef", start) == std::string::npos;
}

} // namespace

dyadic_matrix to_dyadic(const matrix<mp_float>& a) {
  std::optional<long> exp2;
  for (const mp_float& x : a.values())
    if (mpfr_regular_p(x.get()) != 0) exp2 = exp2 ? std::min(*exp2, last_place(x)) : last_place(x);
  dyadic_matrix r{a.rows(), a.cols(), exp2.value_or(0), {}};
  for (const mp_float& x : a.values()) r.entries.push_back(integer_text(scaled(x, -r.exp2)));
  return r;
}

matrix<mp_float> from_dyadic(const dyadic_matrix& a, mpfr_prec_t bits) {
  const bool complete = a.rows == 0 || a.cols == 0
                            ? a.entries.empty()
                            : a.entries.size() % a.cols == 0 && a.entries.size() / a.cols == a.rows;
  if (!complete)
    throw input_error("a witness matrix of " + std::to_string(a.rows) + " x " + std::to_string(a.cols) + " has " +
                      std::to_string(a.entries.size()) + " entries");
  std::vector<mp_float> values;
  for (const std::string& text : a.entries) {
    if (!is_integer_text(text))
      throw input_error("'" + printable(text.substr(0, 40)) + "' is not a hexadecimal integer");
    mp_float x(bits);
    mpfr_set_str(x.get(), text.c_str(), 16, MPFR_RNDN);
    values.push_back(scaled(x, a.exp2));
  }
  return {a.rows, a.cols, std::move(values)};
}

} // namespace mixcert
