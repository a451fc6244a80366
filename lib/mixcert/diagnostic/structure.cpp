#include "mixcert/diagnostic/structure.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <algorithm>
#include <vector>

namespace mixcert {
namespace {

/// max_i |sum_j A_ij - 1|
mp_interval row_sum_error_of(const matrix<mp_interval>& A) {
  const mp_interval one(1, A(0, 0).bits());
  mp_interval error(0, A(0, 0).bits());
  for (std::size_t i = 0; i < A.rows(); ++i) {
    mp_interval row = -one;
    for (std::size_t j = 0; j < A.cols(); ++j) row += A(i, j);
    error = max(error, abs(row));
  }
  return error;
}

} // namespace

stochastic_defects stochastic_defects_of(const matrix<mp_interval>& H) {
  if (H.values().empty())
    throw input_error("a matrix without entries has no row and column sums; give at least one row and column");
  stochastic_defects d{row_sum_error_of(H), row_sum_error_of(transpose(H)), H(0, 0), mp_interval(0, H(0, 0).bits())};
  for (const mp_interval& x : H.values()) d.least_entry = min(d.least_entry, x);
  for (const mp_interval& error : {d.row_sum_error, d.column_sum_error, -d.least_entry})
    d.doubly_stochastic = max(d.doubly_stochastic, error);
  return d;
}

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
