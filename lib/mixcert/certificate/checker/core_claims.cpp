#include "mixcert/certificate/checker/core_claims.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

bool is_upper_triangular(const dyadic_matrix& R) {
  for (std::size_t i = 0; i < R.rows; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (R(i, j) != 0) return false;
  return true;
}

bool is_zero_matrix(const interval_matrix& a) { return std::ranges::all_of(a.entries, is_zero); }

/// (1 - phi) R^T R <= K <= (1 + phi) R^T R where D = K - R^T R.
interval relative_defect(const interval_matrix& D, const interval_matrix& R, mpfr_prec_t bits) {
  if (is_zero_matrix(D)) return interval(bits);
  return frobenius(solve_transposed(R, transpose(solve_transposed(R, D))), bits);
}

/// Where the blocks of the streams begin, and the end of the last.
std::vector<std::size_t> offsets(const spans& spans) {
  std::vector<std::size_t> r{0};
  for (const stream_span& stream : spans.streams) r.push_back(r.back() + stream.feedback.cols);
  return r;
}

/// diag(R_0, R_1, ...) A for the streams that the rows of A belong to.
interval_matrix apply(const spans& spans, const std::vector<interval_matrix>& R, const interval_matrix& A,
                      mpfr_prec_t bits) {
  const std::vector<std::size_t> at = offsets(spans);
  interval_matrix r(A.rows, A.cols, bits);
  for (std::size_t k = 0; k < spans.streams.size() && at[k] < A.rows; ++k) {
    const interval_matrix& own = R[spans.streams[k].space];
    for (std::size_t i = 0; i < own.rows; ++i)
      for (std::size_t g = i; g < own.rows; ++g)
        for (std::size_t c = 0; c < A.cols; ++c) add_product(r(at[k] + i, c), own(i, g), A(at[k] + g, c));
  }
  return r;
}

/// W_kl = sum_ij P_ik a_{k,j} b_{l,ij}^T for k below the order of P (T3 b).
interval_matrix feedback_in_coordinates(const spans& spans, const dyadic_matrix& P, mpfr_prec_t bits) {
  const std::vector<std::size_t> at = offsets(spans);
  const std::size_t outputs = P.rows, columns = at.back(), sources = spans.spaces.front().sources.rows;
  interval_matrix W(at[outputs], columns, bits);
  for (std::size_t k = 0; k < outputs; ++k)
    for (std::size_t j = 0; j < sources; ++j) {
      std::vector<interval> from_j(columns, interval(bits));
      for (std::size_t l = 0; l < spans.streams.size(); ++l) {
        const interval_matrix& b = spans.streams[l].feedback;
        for (std::size_t i = 0; i < outputs; ++i)
          for (std::size_t h = 0; h < b.cols; ++h)
            add_product(from_j[at[l] + h], entry(P, i, k, bits), b(i * sources + j, h));
      }
      const interval_matrix& a = spans.spaces[spans.streams[k].space].sources;
      for (std::size_t g = 0; g < a.cols; ++g)
        for (std::size_t c = 0; c < columns; ++c) add_product(W(at[k] + g, c), a(j, g), from_j[c]);
    }
  return W;
}

/// eta of T3 (b).
interval basis_error(const std::vector<basis>& bases, const interval_matrix& W, const interval_matrix& RW,
                     const interval_matrix& WRt, const interval_matrix& M, mpfr_prec_t bits) {
  interval psi(bits), theta(bits);
  bool all_phi = true;
  for (const basis& b : bases) {
    if (b.phi) {
      const interval own = 1 - root(1 - *b.phi, bits);
      psi = max(psi, own);
      theta = max(theta, own * frobenius(enclose(*b.R, bits), bits));
    } else {
      all_phi = false;
      theta = max(theta, root(*b.t, bits));
    }
  }
  if (all_phi) return (psi + 2) * psi * frobenius(M, bits);
  return theta * (frobenius(WRt, bits) + frobenius(RW, bits) + theta * frobenius(W, bits));
}

/// Each row of M, n rows of p, times V.
dyadic_matrix times_blocks(dyadic_matrix M, const dyadic_matrix& V, std::size_t blocks) {
  const std::size_t rows = M.rows;
  M.rows = rows * blocks;
  M.cols = V.rows;
  dyadic_matrix r = product(M, V);
  r.rows = rows;
  r.cols = blocks * V.cols;
  return r;
}

/// (I kron V^T) M (I kron V)
dyadic_matrix compressed(const dyadic_matrix& M, const dyadic_matrix& V, std::size_t row_blocks, std::size_t blocks) {
  return transpose(times_blocks(transpose(times_blocks(M, V, blocks)), V, row_blocks));
}

/// The values of s, each as often as its block is large, with this sign.
std::vector<rational> repeated(const dyadic_matrix& s, std::size_t times, int sign) {
  std::vector<rational> r;
  for (std::size_t k = 0; k < s.rows; ++k) r.insert(r.end(), times, s.value(k, 0) * sign);
  return r;
}

} // namespace

std::string of_space(const char* name, std::size_t space, std::size_t spaces) {
  return spaces == 1 ? name : name + std::to_string(space);
}

std::vector<basis> require_bases(const claim_record& claim, const spans& spans, mpfr_prec_t bits) {
  std::vector<basis> r;
  const std::size_t spaces = spans.spaces.size();
  for (std::size_t k = 0; k < spaces; ++k) {
    const interval_matrix& K = spans.spaces[k].gram;
    basis b{&claim.matrix(of_space("R", k, spaces), K.rows, K.rows), {}, {}};
    require(is_upper_triangular(*b.R), "R is not upper triangular");
    const interval_matrix R = enclose(*b.R, bits);
    const interval_matrix D = difference(K, product(transpose(R), R, bits));
    if (claim.bounds.contains(of_space("phi", k, spaces))) {
      b.phi = claim.bound(of_space("phi", k, spaces));
      require(*b.phi < 1, "phi is not below 1");
      for (std::size_t i = 0; i < b.R->rows; ++i) require((*b.R)(i, i) != 0, "R is not invertible");
      require_bound("the defect of the basis of space " + std::to_string(k), relative_defect(D, R, bits), *b.phi);
    } else {
      b.t = claim.bound(of_space("t", k, spaces));
      const interval trace_norm = root(rational(K.rows), bits) * frobenius(D, bits);
      require_bound("the defect of the basis of space " + std::to_string(k), trace_norm, *b.t);
    }
    r.push_back(std::move(b));
  }
  return r;
}

void require_core(const claim_record& claim, const spans& spans, const std::vector<basis>& bases,
                  const rotated& rotation, mpfr_prec_t bits) {
  const rational& epsilon = claim.bound("epsilon");
  if (spans.streams.empty()) {
    claim.matrix("C", 0, 0);
    return;
  }
  std::vector<interval_matrix> R;
  for (const basis& b : bases) R.push_back(enclose(*b.R, bits));
  const interval_matrix W = feedback_in_coordinates(spans, *rotation.P, bits);
  const interval_matrix RW = apply(spans, R, W, bits);
  const interval_matrix WRt = transpose(apply(spans, R, transpose(W), bits));
  const interval_matrix M = transpose(apply(spans, R, transpose(RW), bits));
  const std::vector<std::size_t> at = offsets(spans);
  interval_matrix C = M;
  for (std::size_t k = 0; k < rotation.s->rows; ++k)
    for (std::size_t g = at[k]; g < at[k + 1]; ++g) C(g, g) += entry(*rotation.s, k, 0, bits);
  const interval rounding = frobenius(difference(C, enclose(claim.matrix("C", M.rows, M.cols), bits)), bits);
  require_bound("the distance of the core from C",
                rounding + basis_error(bases, W, RW, WRt, M, bits) + interval(rotation.nu, bits), epsilon);
}

void require_truncation(const claim_record& claim, const claim_record& core, const rotated& rotation, std::size_t n,
                        std::size_t p, std::size_t q, mpfr_prec_t bits) {
  const std::size_t outputs = rotation.s->rows;
  const dyadic_matrix& V = claim.matrix("V", p, q);
  const dyadic_matrix& C = claim.matrix("C", outputs * q, n * q);
  const dyadic_matrix M = plus_on_diagonal(core.matrix("C", outputs * p, n * p), repeated(*rotation.s, p, -1));
  const dyadic_matrix N = compressed(M, V, outputs, n);
  require_frobenius("what the truncation leaves out", difference(M, compressed(N, transpose(V), outputs, n)),
                    claim.bound("kappa"));
  const dyadic_matrix rounding = difference(plus_on_diagonal(N, repeated(*rotation.s, q, 1)), C);
  require_bound("the distance of the truncated core from C",
                interval(rational(core.bound("epsilon") + claim.bound("kappa")), bits) +
                    root(squared_frobenius(rounding), bits),
                claim.bound("epsilon"));
}

} // namespace mixcert::checker
