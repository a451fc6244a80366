// The feedback in the coordinates of the streams' bases.
#pragma once

#include "mixcert/jacobian/span.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Where the block of each stream begins, and the end of the last.
template <class S> std::vector<std::size_t> block_offsets(const feature_spans<S>& spans) {
  std::vector<std::size_t> offsets{0};
  for (std::size_t k = 0; k < spans.streams.size(); ++k) offsets.push_back(offsets.back() + spans.dimension(k));
  return offsets;
}

/// diag(R_0, R_1, ...) A, with an upper triangular R of each space, for the streams whose blocks the rows of A are.
template <class S>
matrix<S> apply_bases(const context<S>& context, const feature_spans<S>& spans, const std::vector<matrix<S>>& R,
                      const matrix<S>& A) {
  const std::vector<std::size_t> offsets = block_offsets(spans);
  matrix<S> r(A.rows(), A.cols(), context.exact(0));
  for (std::size_t k = 0; k < spans.streams.size() && offsets[k] < A.rows(); ++k) {
    const matrix<S>& R_k = R[spans.streams[k].space];
    for (std::size_t i = 0; i < R_k.rows(); ++i)
      for (std::size_t g = i; g < R_k.rows(); ++g) {
        if (is_exact_zero(R_k(i, g))) continue;
        for (std::size_t c = 0; c < A.cols(); ++c) add_product(r(offsets[k] + i, c), R_k(i, g), A(offsets[k] + g, c));
      }
  }
  return r;
}

/// The blocks W_kl = sum_ij P_ik a_{k,j} b_{l,ij}^T of theorem T3 (b), for k below the order o of P and every l.
template <class S>
matrix<S> rotated_feedback(const context<S>& context, const feature_spans<S>& spans, const matrix<S>& P) {
  const std::vector<std::size_t> offsets = block_offsets(spans);
  const std::size_t outputs = P.rows(), m = spans.spaces.front().sources.rows(), columns = offsets.back();
  const S zero = context.exact(0);
  matrix<S> b(outputs * m, columns, zero); // row i * m + j: b_{l,ij} for l = 0, 1, ... one after the other
  for (std::size_t l = 0; l < spans.streams.size(); ++l) {
    const matrix<S>& own = spans.streams[l].feedback;
    for (std::size_t ij = 0; ij < b.rows(); ++ij)
      for (std::size_t h = 0; h < own.cols(); ++h) b(ij, offsets[l] + h) = own(ij, h);
  }
  matrix<S> W(offsets[outputs], columns, zero);
  for (std::size_t k = 0; k < outputs; ++k)
    for (std::size_t j = 0; j < m; ++j) {
      std::vector<S> from_j(columns, zero); // sum_i P_ik b_{l,ij}^T for every l
      for (std::size_t i = 0; i < outputs; ++i)
        for (std::size_t c = 0; c < columns; ++c) add_product(from_j[c], P(i, k), b(i * m + j, c));
      const matrix<S>& a = spans.spaces[spans.streams[k].space].sources;
      for (std::size_t g = 0; g < a.cols(); ++g) {
        if (is_exact_zero(a(j, g))) continue;
        for (std::size_t c = 0; c < columns; ++c) add_product(W(offsets[k] + g, c), a(j, g), from_j[c]);
      }
    }
  return W;
}

/// Adds s_k to the diagonal of block (k, k), for every k that s has a value of.
template <class S> void add_frozen(const feature_spans<S>& spans, const std::vector<S>& s, matrix<S>& core) {
  const std::vector<std::size_t> offsets = block_offsets(spans);
  for (std::size_t k = 0; k < s.size(); ++k)
    for (std::size_t g = offsets[k]; g < offsets[k + 1]; ++g) core(g, g) += s[k];
}

} // namespace mixcert
