// Singular values counted exactly: matrices of rationals and the inertia of symmetric ones. None of the library's own
// arithmetic takes part.
#pragma once

#include <cstddef>
#include <gmpxx.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert::test {

using rational_matrix = matrix<mpq_class>;

/// A finite number, exactly.
mpq_class rational(mpfr_srcptr x);
inline mpq_class rational(const mp_float& x) { return rational(x.get()); }
inline mpq_class rational(double x) { return mpq_class(x); }

/// The nearest numbers of `bits` places at or below, at or above x.
mpq_class rational_down(mpfr_srcptr x, mpfr_prec_t bits);
mpq_class rational_up(mpfr_srcptr x, mpfr_prec_t bits);

rational_matrix rational_zero(std::size_t rows, std::size_t cols);
rational_matrix rational_identity(std::size_t n);
rational_matrix times(const rational_matrix& a, const rational_matrix& b);
rational_matrix plus(rational_matrix a, const rational_matrix& b);
rational_matrix kronecker(const rational_matrix& a, const rational_matrix& b);
template <class T> rational_matrix rational(const matrix<T>& a) {
  return map(a, [](const T& x) { return rational(x); });
}

/// Eigenvalues of a symmetric matrix by their sign.
struct inertia {
  std::size_t positive = 0, zero = 0, negative = 0;
};

/// By symmetric elimination without fractions, which is exact (Sylvester's law, Bareiss' recurrence).
inertia inertia_of(rational_matrix a);

/// The singular values of a matrix, as many as it is narrow or short, as far as they can be counted.
class exact_singular_values {
 public:
  explicit exact_singular_values(const rational_matrix& a);
  std::size_t size() const { return gram_.rows(); }
  /// How many exceed x, equal x, are at least x; x >= 0.
  std::size_t above(const mpq_class& x) { return compared(x).positive; }
  std::size_t equal(const mpq_class& x) { return compared(x).zero; }
  std::size_t at_least(const mpq_class& x) { return compared(x).positive + compared(x).zero; }

 private:
  const inertia& compared(const mpq_class& x);

  rational_matrix gram_;
  std::map<mpq_class, inertia> known_;
};

/// Whether the i-th largest value lies in the i-th enclosure for every step-th i (and the last); if not, says which
/// does not. Ends are first rounded outward to `bits` places, which keeps the rationals short.
std::optional<std::string> escape(exact_singular_values& values, const std::vector<mp_interval>& enclosures,
                                  mpfr_prec_t bits = 64, std::size_t step = 1);

} // namespace mixcert::test
