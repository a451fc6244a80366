#include "mixcert/certificate/checker/fixed_chain.hpp"

namespace mixcert::checker {

std::optional<long> exponent_above(const interval& x) {
  const interval size = abs(x);
  if (!is_bounded(size)) throw not_established("a factor of the product has no bound");
  if (mpfr_zero_p(size.upper()) != 0) return std::nullopt;
  return static_cast<long>(mpfr_get_exp(size.upper()));
}

interval largest(const interval_matrix& A) {
  interval r(A.entries.front().bits());
  for (const interval& x : A.entries) r = max(r, abs(x));
  return r;
}

interval longest_row(const interval_matrix& A, mpfr_prec_t bits) {
  interval r(bits);
  for (std::size_t i = 0; i < A.rows; ++i) {
    interval squares(bits);
    for (std::size_t c = 0; c < A.cols; ++c) squares += square(A(i, c));
    r = max(r, sqrt(squares));
  }
  return r;
}

} // namespace mixcert::checker
