#include "mixcert/certificate/dyadic.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace mixcert {
namespace {

/// The exponent of the last non-zero binary place of x.
long last_place(const mp_float& x) {
  mpz_t integer;
  mpz_init(integer);
  const mpfr_exp_t exponent = mpfr_get_z_2exp(integer, x.get());
  const long place = exponent + static_cast<long>(mpz_scan1(integer, 0));
  mpz_clear(integer);
  return place;
}

std::string integer_text(const mp_float& x) {
  mpz_t integer;
  mpz_init(integer);
  mpfr_get_z(integer, x.get(), MPFR_RNDN);
  void (*release)(void*, size_t) = nullptr;
  mp_get_memory_functions(nullptr, nullptr, &release);
  char* text = mpz_get_str(nullptr, 16, integer);
  std::string r(text);
  release(text, r.size() + 1);
  mpz_clear(integer);
  return r;
}

bool is_integer_text(const std::string& text) {
  const std::size_t start = !text.empty() && text.front() == '-' ? 1 : 0;
  return text.size() > start && text.find_first_not_of("0123456789abcdef", start) == std::string::npos;
}

} // namespace

dyadic_matrix to_dyadic(const matrix<mp_float>& a) {
  std::optional<long> exp2;
  for (const mp_float& x : a.values())
    if (mpfr_regular_p(x.get()) != 0)
      exp2 = exp2 ? std::min(*exp2, last_place(x)) : last_place(x);
  dyadic_matrix r{a.rows(), a.cols(), exp2.value_or(0), {}};
  for (const mp_float& x : a.values())
    r.entries.push_back(integer_text(scaled(x, -r.exp2)));
  return r;
}

matrix<mp_float> from_dyadic(const dyadic_matrix& a, mpfr_prec_t bits) {
  if (a.entries.size() != a.rows * a.cols)
    throw input_error("a witness matrix of " + std::to_string(a.rows) + " x " + std::to_string(a.cols) + " has " +
                      std::to_string(a.entries.size()) + " entries");
  std::vector<mp_float> values;
  for (const std::string& text : a.entries) {
    if (!is_integer_text(text))
      throw input_error("'" + text.substr(0, 40) + "' is not a hexadecimal integer");
    mp_float x(bits);
    mpfr_set_str(x.get(), text.c_str(), 16, MPFR_RNDN);
    values.push_back(scaled(x, a.exp2));
  }
  return {a.rows, a.cols, std::move(values)};
}

} // namespace mixcert
