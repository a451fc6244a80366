#include "mixcert/scalar/interval_matrix.hpp"

#include <algorithm>
#include <optional>

namespace mixcert {

mp_interval_matrix enclose(const matrix<mp_float>& a, mpfr_prec_t bits) {
  return map(a, [&](const mp_float& x) { return mp_interval(x, bits); });
}

mp_interval_matrix multiply(const mp_interval_matrix& a, const mp_interval_matrix& b) {
  if (a.rows() == 0 || b.cols() == 0) return {a.rows(), b.cols(), std::vector<mp_interval>{}};
  const mpfr_prec_t bits = std::max(a(0, 0).bits(), b(0, 0).bits());
  mp_interval_matrix c(a.rows(), b.cols(), mp_interval(0, bits));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k) {
      if (is_exact_zero(a(i, k))) continue;
      for (std::size_t j = 0; j < b.cols(); ++j) c(i, j) += a(i, k) * b(k, j);
    }
  return c;
}

mp_interval_matrix minus_identity(mp_interval_matrix a) {
  for (std::size_t i = 0; i < a.rows(); ++i) a(i, i) -= mp_interval(1, a(i, i).bits());
  return a;
}

mp_interval_matrix subtract(mp_interval_matrix a, const mp_interval_matrix& b) {
  for (std::size_t i = 0; i < a.values().size(); ++i) a.values()[i] -= b.values()[i];
  return a;
}

long largest_exponent(const matrix<mp_float>& a) {
  std::optional<long> largest;
  for (const mp_float& x : a.values())
    if (mpfr_regular_p(x.get()) != 0)
      largest = std::max<long>(largest.value_or(mpfr_get_exp(x.get())), mpfr_get_exp(x.get()));
  return largest.value_or(0);
}

} // namespace mixcert
