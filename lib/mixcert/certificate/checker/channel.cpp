#include "mixcert/certificate/checker/channel.hpp"

#include "mixcert/certificate/checker/core_spectrum.hpp"

#include <utility>

namespace mixcert::checker {
namespace {

/// J (1 kron I): the sums over the streams that are its inputs.
struct summed {
  interval_matrix f, rows; ///< n x 1, n m x d
};

summed over_inputs(const jacobian_factors& J, mpfr_prec_t bits) {
  const std::size_t n = J.H.rows, d = J.sources.cols;
  summed r{interval_matrix(n, 1, bits), interval_matrix(J.rows.rows, d, bits)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s) r.f(i, 0) += J.H(i, s);
  for (std::size_t i = 0; i < J.rows.rows; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) r.rows(i, c) += J.rows(i, s * d + c);
  return r;
}

/// Of lines n apart by `step`, each less the mean of all n: by differences, which are exactly zero where they are
/// equal.
interval_matrix centred(const interval_matrix& A, std::size_t step, mpfr_prec_t bits) {
  const std::size_t n = A.rows / step;
  interval_matrix r(A.rows, A.cols, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < step; ++j)
      for (std::size_t c = 0; c < A.cols; ++c) {
        interval& sum = r(i * step + j, c);
        for (std::size_t k = 0; k < n; ++k) sum += A(i * step + j, c) - A(k * step + j, c);
        sum = sum / static_cast<long>(n);
      }
  return r;
}

/// PJP on range P, as a map of one stream.
jacobian_factors between_means(const jacobian_factors& J, const summed& sums, mpfr_prec_t bits) {
  const std::size_t n = J.H.rows, m = J.sources.rows, d = J.sources.cols;
  jacobian_factors r{interval_matrix(1, 1, bits), J.sources, interval_matrix(m, d, bits)};
  for (const interval& x : sums.f.entries) r.H(0, 0) += x / static_cast<long>(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t c = 0; c < d; ++c) r.rows(j, c) += sums.rows(i * m + j, c) / static_cast<long>(n);
  return r;
}

} // namespace

interval channel_gain(const jacobian_factors& J, const invariants& holds, mpfr_prec_t bits) {
  const std::size_t n = J.H.rows, m = J.sources.rows;
  const summed sums = over_inputs(J, bits);
  interval mean(1, bits);
  if (!holds.columns_sum_to_one) mean = enclose_spectrum(balanced(between_means(J, sums, bits)), bits).back().value;
  interval_matrix f = centred(sums.f, 1, bits), sources = J.sources;
  if (holds.columns_sum_to_one && holds.rows_sum_to_one) { // then B Z = DH[P Z] Q X
    f = interval_matrix(n, 1, bits);
    sources = centred(sources, 1, bits);
  }
  const jacobian_factors K = balanced({std::move(f), std::move(sources), centred(sums.rows, m, bits)});
  const interval cross = enclose_norm(K.H, K.sources, K.rows, bits);
  return sqrt(square(mean) + square(cross) / static_cast<long>(n));
}

} // namespace mixcert::checker
