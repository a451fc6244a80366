#include "support/rational_matrix.hpp"

#include <sstream>
#include <utility>

namespace mixcert::test {

mpq_class rational(mpfr_srcptr x) {
  mpq_class r;
  mpfr_get_q(r.get_mpq_t(), x);
  return r;
}

namespace {

mpq_class rounded(mpfr_srcptr x, mpfr_prec_t bits, mpfr_rnd_t direction) {
  mpfr_t r;
  mpfr_init2(r, bits);
  mpfr_set(r, x, direction);
  mpq_class q = rational(r);
  mpfr_clear(r);
  return q;
}

} // namespace

mpq_class rational_down(mpfr_srcptr x, mpfr_prec_t bits) { return rounded(x, bits, MPFR_RNDD); }
mpq_class rational_up(mpfr_srcptr x, mpfr_prec_t bits) { return rounded(x, bits, MPFR_RNDU); }

rational_matrix rational_zero(std::size_t rows, std::size_t cols) { return {rows, cols, mpq_class(0)}; }

rational_matrix rational_identity(std::size_t n) {
  rational_matrix r = rational_zero(n, n);
  for (std::size_t i = 0; i < n; ++i) r(i, i) = 1;
  return r;
}

rational_matrix times(const rational_matrix& a, const rational_matrix& b) {
  rational_matrix r = rational_zero(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      if (a(i, k) != 0)
        for (std::size_t j = 0; j < b.cols(); ++j) r(i, j) += a(i, k) * b(k, j);
  return r;
}

rational_matrix plus(rational_matrix a, const rational_matrix& b) {
  for (std::size_t i = 0; i < a.values().size(); ++i) a.values()[i] += b.values()[i];
  return a;
}

rational_matrix kronecker(const rational_matrix& a, const rational_matrix& b) {
  rational_matrix r = rational_zero(a.rows() * b.rows(), a.cols() * b.cols());
  for (std::size_t i = 0; i < r.rows(); ++i)
    for (std::size_t j = 0; j < r.cols(); ++j) r(i, j) = a(i / b.rows(), j / b.cols()) * b(i % b.rows(), j % b.cols());
  return r;
}

namespace {

/// The matrix times a positive integer that makes every entry whole.
matrix<mpz_class> without_denominators(const rational_matrix& a) {
  mpz_class common = 1;
  for (const mpq_class& x : a.values()) common = lcm(common, x.get_den());
  return map(a, [&](const mpq_class& x) { return mpz_class(x.get_num() * (common / x.get_den())); });
}

void swap_symmetrically(matrix<mpz_class>& a, std::size_t i, std::size_t j) {
  for (std::size_t k = 0; k < a.rows(); ++k) std::swap(a(i, k), a(j, k));
  for (std::size_t k = 0; k < a.rows(); ++k) std::swap(a(k, i), a(k, j));
}

/// Brings a non-zero diagonal entry to place k by congruences that leave rows before k alone; false when everything
/// from k on is zero.
bool find_pivot(matrix<mpz_class>& a, std::size_t k) {
  for (std::size_t i = k; i < a.rows(); ++i)
    if (a(i, i) != 0) {
      swap_symmetrically(a, i, k);
      return true;
    }
  for (std::size_t i = k; i < a.rows(); ++i)
    for (std::size_t j = i + 1; j < a.rows(); ++j)
      if (a(i, j) != 0) { // row and column i gain those of j: the diagonal entry becomes 2 a_ij
        for (std::size_t c = k; c < a.rows(); ++c) a(i, c) += a(j, c);
        for (std::size_t c = k; c < a.rows(); ++c) a(c, i) += a(c, j);
        swap_symmetrically(a, i, k);
        return true;
      }
  return false;
}

} // namespace

inertia inertia_of(rational_matrix symmetric) {
  matrix<mpz_class> a = without_denominators(symmetric);
  const std::size_t m = a.rows();
  inertia r;
  mpz_class previous = 1; // the leading minor before the pivot; its sign times the pivot's is that of the eigenvalue
  for (std::size_t k = 0; k < m; ++k) {
    if (!find_pivot(a, k)) {
      r.zero = m - k;
      break;
    }
    const mpz_class pivot = a(k, k);
    ++(sgn(pivot) * sgn(previous) > 0 ? r.positive : r.negative);
    for (std::size_t i = k + 1; i < m; ++i)
      for (std::size_t j = i; j < m; ++j) {
        mpz_class x = pivot * a(i, j) - a(i, k) * a(k, j);
        mpz_divexact(a(i, j).get_mpz_t(), x.get_mpz_t(), previous.get_mpz_t());
        a(j, i) = a(i, j);
      }
    for (std::size_t i = k + 1; i < m; ++i) a(i, k) = a(k, i) = 0;
    previous = pivot;
  }
  return r;
}

exact_singular_values::exact_singular_values(const rational_matrix& a)
    : gram_(a.rows() < a.cols() ? times(a, transpose(a)) : times(transpose(a), a)) {}

const inertia& exact_singular_values::compared(const mpq_class& x) {
  const auto known = known_.find(x);
  if (known != known_.end()) return known->second;
  rational_matrix shifted = gram_;
  for (std::size_t i = 0; i < size(); ++i) shifted(i, i) -= x * x;
  return known_.emplace(x, inertia_of(std::move(shifted))).first->second;
}

std::optional<std::string> escape(exact_singular_values& values, const std::vector<mp_interval>& enclosures,
                                  mpfr_prec_t bits, std::size_t step) {
  if (enclosures.size() != values.size())
    return std::to_string(enclosures.size()) + " enclosures for " + std::to_string(values.size()) + " values";
  for (std::size_t i = 0; i < enclosures.size(); ++i) {
    if (i % step != 0 && i + 1 != enclosures.size()) continue;
    const mpq_class lower = rational_down(enclosures[i].lower(), bits),
                    upper = rational_up(enclosures[i].upper(), bits);
    const bool below = lower > 0 && values.at_least(lower) < i + 1;
    const bool above = upper < 0 || values.above(upper) > i;
    if (below || above) {
      std::ostringstream out;
      out.precision(20);
      out << "value " << i << " is " << (below ? "below" : "above") << " its enclosure [" << lower.get_d() << ", "
          << upper.get_d() << "]";
      return out.str();
    }
  }
  return std::nullopt;
}

} // namespace mixcert::test
