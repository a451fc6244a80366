#include "mixcert/certificate/checker/local_norm.hpp"

#include "mixcert/certificate/checker/real.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::checker {
namespace {

using row = std::vector<real>;

real dot(const row& a, const row& b, mpfr_prec_t bits) {
  real sum(bits);
  for (std::size_t c = 0; c < a.size(); ++c) sum = sum + a[c] * b[c];
  return sum;
}

/// A part of row i of A, as numbers.
row part_of(const interval_matrix& A, std::size_t i, std::size_t first, std::size_t count) {
  row r;
  for (std::size_t c = 0; c < count; ++c) r.push_back(lower_end(A(i, first + c)));
  return r;
}

/// Nearly orthonormal rows, of which the rows that were added are nearly combinations.
class spanning_rows {
 public:
  explicit spanning_rows(mpfr_prec_t bits) : bits_(bits) {}

  void add(row x) {
    const real before = sqrt(dot(x, x, bits_));
    if (sign(before) == 0) return;
    for (int again = 0; again < 2; ++again)
      for (const row& q : rows_) {
        const real along = dot(q, x, bits_);
        for (std::size_t c = 0; c < x.size(); ++c) x[c] = x[c] - along * q[c];
      }
    const real length = sqrt(dot(x, x, bits_));
    if (length < scaled(before, -bits_ / 2)) return;
    for (real& value : x) value = value / length;
    rows_.push_back(std::move(x));
  }

  interval_matrix enclosed(std::size_t width) const {
    interval_matrix r(rows_.size(), width, bits_);
    for (std::size_t g = 0; g < rows_.size(); ++g)
      for (std::size_t c = 0; c < width; ++c) r(g, c) = enclose(rows_[g][c]);
    return r;
  }

 private:
  mpfr_prec_t bits_;
  std::vector<row> rows_;
};

/// The rows of A, cut into parts of the width of Q: their coordinates A Q^T, and what these leave out.
struct coordinates {
  interval_matrix parts; ///< a row for each part
  interval norm, left_out;
};

coordinates in_coordinates(const interval_matrix& A, const interval_matrix& Q, mpfr_prec_t bits) {
  interval_matrix parts = A;
  parts.rows = A.entries.size() / Q.cols;
  parts.cols = Q.cols;
  coordinates r{product(parts, transpose(Q), bits), frobenius(A, bits), interval(bits)};
  r.left_out = frobenius(difference(std::move(parts), product(r.parts, Q, bits)), bits);
  return r;
}

/// Whether mu^2 I - C^T C is positive definite: by its pivots.
position norm_below(const interval_matrix& C, const interval& mu, mpfr_prec_t bits) {
  interval_matrix G = product(transpose(C), C, bits);
  for (interval& x : G.entries) x = -x;
  for (std::size_t k = 0; k < G.rows; ++k) G(k, k) += square(mu);
  for (std::size_t k = 0; k < G.rows; ++k) {
    if (!is_positive(G(k, k))) return is_positive(-G(k, k)) ? position::outside : position::across;
    for (std::size_t i = k + 1; i < G.rows; ++i) {
      if (is_zero(G(i, k))) continue;
      const interval factor = -(G(i, k) / G(k, k));
      for (std::size_t j = k + 1; j <= i; ++j) add_product(G(i, j), factor, G(j, k));
    }
  }
  return position::inside;
}

void require_below(const std::string& what, const interval_matrix& C, const interval& bound, mpfr_prec_t bits) {
  switch (norm_below(C, bound, bits)) {
  case position::inside:
    return;
  case position::outside:
    throw refuted(what + " is above " + text(bound));
  case position::across:
    throw not_established(what + " is too near " + text(bound) + " to be told from it");
  }
}

bool is_zero(const jacobian_factors& J) {
  return std::ranges::all_of(J.H.entries, [](const interval& x) { return is_zero(x); }) && fed_back_rows(J).empty();
}

} // namespace

void require_norm(const std::string& what, const jacobian_factors& J, const rational& bound, mpfr_prec_t bits) {
  if (bound == 0 && is_zero(J)) return;
  const std::size_t n = J.H.rows, d = J.sources.cols, m = J.sources.rows;
  spanning_rows span(bits);
  for (std::size_t j = 0; j < m; ++j) span.add(part_of(J.sources, j, 0, d));
  for (std::size_t i = 0; i < J.rows.rows; ++i)
    for (std::size_t s = 0; s < n; ++s) span.add(part_of(J.rows, i, s * d, d));
  const interval_matrix Q = span.enclosed(d);
  const std::size_t p = Q.rows;
  const interval limit(bound, bits);
  if (p < d || p == 0) require_below(what, J.H, limit, bits);
  if (p == 0) return;

  const coordinates a = in_coordinates(J.sources, Q, bits), b = in_coordinates(J.rows, Q, bits);
  interval_matrix W(n * p, n * p, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t g = 0; g < p; ++g)
        for (std::size_t s = 0; s < n; ++s)
          for (std::size_t h = 0; h < p; ++h)
            add_product(W(i * p + g, s * p + h), a.parts(j, g), b.parts((i * m + j) * n + s, h));
  interval_matrix defect = product(Q, transpose(Q), bits);
  for (std::size_t g = 0; g < p; ++g) defect(g, g) -= interval(1, bits);
  const interval phi = frobenius(defect, bits);
  if (!is_less(phi, interval(1, bits))) throw not_established("the rows found for " + what + " are not orthonormal");
  const interval off = (phi + 2) * phi * frobenius(W, bits) + a.left_out * b.norm + (a.norm + a.left_out) * b.left_out;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t g = 0; g < p; ++g) W(i * p + g, j * p + g) += J.H(i, j);
  require_below(what, W, limit + between(-off, off), bits);
}

} // namespace mixcert::checker
