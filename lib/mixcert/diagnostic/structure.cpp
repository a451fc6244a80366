#include "mixcert/diagnostic/structure.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <algorithm>
#include <vector>

namespace mixcert {
namespace {

/// max_i |sum_j A_ij - 1|
template <field S> S row_sum_error_of(const context<S>& numbers, const matrix<S>& A) {
  S error = numbers.exact(0);
  for (std::size_t i = 0; i < A.rows(); ++i) {
    S row = -numbers.exact(1);
    for (std::size_t j = 0; j < A.cols(); ++j) row += A(i, j);
    error = max(error, abs(row));
  }
  return error;
}

} // namespace

template <field S> stochastic_defects<S> stochastic_defects_of(const context<S>& numbers, const matrix<S>& H) {
  if (H.values().empty())
    throw input_error("a matrix without entries has no row and column sums; give at least one row and column");
  stochastic_defects<S> d{row_sum_error_of(numbers, H), row_sum_error_of(numbers, transpose(H)), H(0, 0),
                          numbers.exact(0)};
  for (const S& x : H.values()) d.least_entry = min(d.least_entry, x);
  for (const S& error : {d.row_sum_error, d.column_sum_error, -d.least_entry})
    d.doubly_stochastic = max(d.doubly_stochastic, error);
  return d;
}

template stochastic_defects<float64> stochastic_defects_of(const context<float64>&, const matrix<float64>&);
template stochastic_defects<rational> stochastic_defects_of(const context<rational>&, const matrix<rational>&);
template stochastic_defects<mp_interval> stochastic_defects_of(const context<mp_interval>&, const matrix<mp_interval>&);

mp_interval orthogonality_defect(const matrix<mp_interval>& H) {
  mpfr_prec_t bits = 53;
  for (const mp_interval& x : H.values()) bits = std::max(bits, x.bits());
  mp_interval square(0, bits);
  for (std::size_t i = 0; i < H.cols(); ++i)
    for (std::size_t j = i; j < H.cols(); ++j) {
      mp_interval entry(i == j ? -1 : 0, bits);
      for (std::size_t k = 0; k < H.rows(); ++k) entry += i == j ? sqr(H(k, i)) : H(k, i) * H(k, j);
      square += sqr(entry);
      if (i != j) square += sqr(entry);
    }
  return sqrt(square);
}

certified_rank rank_from_below(const matrix<mp_interval>& H, const precision& places) {
  const std::vector<mp_interval> values = enclose_singular_values(H, places);
  certified_rank rank;
  while (rank.at_least < values.size() && mpfr_sgn(values[rank.at_least].lower()) > 0) ++rank.at_least;
  if (rank.at_least > 0) rank.sigma = values[rank.at_least - 1];
  return rank;
}

} // namespace mixcert
