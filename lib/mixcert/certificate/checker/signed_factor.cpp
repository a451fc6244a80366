#include "mixcert/certificate/checker/signed_factor.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

constexpr mpfr_prec_t guess_bits = 256;

/// sum += sign x y
void add_signed(integer& sum, int sign, const integer& x, const integer& y) {
  if (sign > 0)
    mpz_addmul(sum.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  else
    mpz_submul(sum.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
}

/// sum -= x y
void subtract_product(real& sum, const integer& x, const real& y, real& scratch) {
  mpfr_mul_z(scratch.get(), y.get(), x.get_mpz_t(), MPFR_RNDN);
  mpfr_sub(sum.get(), sum.get(), scratch.get(), MPFR_RNDN);
}

void divide(real& x, const integer& by) { mpfr_div_z(x.get(), x.get(), by.get_mpz_t(), MPFR_RNDN); }

/// x <- (T D T^T)^-1 x
void solve(const signed_factor& factor, std::vector<real>& x) {
  const integer_triangle& T = factor.T;
  real scratch(guess_bits);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) subtract_product(x[i], T.row(i)[k], x[k], scratch);
    divide(x[i], T.row(i)[i]);
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    if (factor.signs[i] < 0) x[i] = -x[i];
    for (std::size_t k = i + 1; k < x.size(); ++k) subtract_product(x[i], T.row(k)[i], x[k], scratch);
    divide(x[i], T.row(i)[i]);
  }
}

void normalise(std::vector<real>& x) {
  real most(guess_bits);
  for (const real& value : x)
    if (most < abs(value)) most = abs(value);
  if (sign(most) == 0) return;
  for (real& value : x) value = value / most;
}

} // namespace

std::size_t signed_factor::positive() const { return static_cast<std::size_t>(std::ranges::count(signs, 1)); }

std::optional<signed_factor> factor(const integer_triangle& E) {
  signed_factor r{integer_triangle(E.order), std::vector<int>(E.order), 0};
  integer rest, root;
  for (std::size_t i = 0; i < E.order; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const integer *a = r.T.row(i), *b = r.T.row(j);
      rest = E.row(i)[j];
      for (std::size_t k = 0; k < j; ++k) add_signed(rest, -r.signs[k], a[k], b[k]);
      integer& entry = r.T.row(i)[j];
      if (i == j) {
        r.signs[i] = rest < 0 ? -1 : 1;
        root = ::abs(rest);
        entry = ::sqrt(root);
        if (entry == 0) return std::nullopt;
      } else {
        entry = r.signs[j] * (rest / b[j]);
      }
      add_signed(rest, -r.signs[j], entry, b[j]);
      r.squares += (i == j ? 1 : 2) * rest * rest;
    }
  return r;
}

std::vector<real> least_stretched(const signed_factor& factor) {
  constexpr int steps = 12;
  std::vector<real> x;
  // No pattern that a vector is likely to be orthogonal to.
  for (std::size_t k = 0; k < factor.T.order; ++k)
    x.emplace_back(static_cast<long>(k * k * 7919 % 1009) + 1, guess_bits);
  for (int step = 0; step < steps; ++step) {
    solve(factor, x);
    normalise(x);
  }
  return x;
}

} // namespace mixcert::checker
