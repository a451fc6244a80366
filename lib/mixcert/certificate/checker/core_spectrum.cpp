#include "mixcert/certificate/checker/core_spectrum.hpp"

#include "mixcert/certificate/checker/refined_svd.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/spanning_rows.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

constexpr std::size_t small_order = 160;

bool is_zero_matrix(const interval_matrix& A) { return std::ranges::all_of(A.entries, is_zero); }

/// Nearly orthonormal rows and the coordinates of sources and rows over them.
struct feature_basis {
  std::size_t size;
  interval defect;
  coordinates sources, rows;
};

feature_basis basis_of(const interval_matrix& sources, const interval_matrix& rows, mpfr_prec_t bits) {
  const std::size_t d = sources.cols;
  spanning_rows span(bits);
  span.add(sources, d);
  span.add(rows, d);
  const interval_matrix Q = span.enclosed(d);
  if (Q.rows > d) throw not_established("more rows than features were found to span the feedback");
  return {Q.rows, defect_of_rows(Q, bits), in_coordinates(sources, Q, bits), in_coordinates(rows, Q, bits)};
}

/// The rows sum_s V_ks (row s of D_ij).
interval_matrix combined(const interval_matrix& rows, const interval_matrix& V, std::size_t k, mpfr_prec_t bits) {
  const std::size_t n = V.cols, d = rows.cols / n;
  interval_matrix r(rows.rows, d, bits);
  for (std::size_t i = 0; i < rows.rows; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) add_product(r(i, c), V(k, s), rows(i, s * d + c));
  return r;
}

/// Of the core: to half of the places, which stated ends need not, or in fixed point where its order is large.
std::vector<interval> values_of(const interval_matrix& C, mpfr_prec_t bits) {
  if (C.rows <= small_order) return enclose_singular_values(C, bits / 2, bits);
  constexpr int limbs = fixed_matrix::limbs;
  const interval norm = frobenius(C, bits);
  if (!is_bounded(norm)) throw not_established("the core is not bounded");
  const long exponent = mpfr_zero_p(norm.upper()) != 0 ? 0 : static_cast<long>(mpfr_get_exp(norm.upper())) + 1;
  fixed_matrix A(C.rows);
  for (std::size_t k = 0; k < A.entries.size(); ++k)
    A.entries[k] = fixed_from<limbs>(last_places(C.entries[k], -exponent, limbs));
  const interval radius = interval(last_place(limbs), bits) * static_cast<long>(2 * C.rows);
  std::vector<interval> r;
  for (const interval& x : enclose_singular_values(A, bits))
    r.push_back(scaled(between(max(x - radius, interval(bits)), x + radius), exponent));
  return r;
}

/// Both ends sorted each by itself (T3 c).
std::vector<repeated_value> merged(const std::vector<repeated_value>& parts) {
  std::vector<repeated_value> low, high, r;
  for (const repeated_value& part : parts)
    if (part.count > 0) low.push_back(part);
  high = low;
  const auto is_higher = [](mpfr_srcptr a, mpfr_srcptr b) { return mpfr_greater_p(a, b) != 0; };
  std::ranges::sort(low, is_higher, [](const repeated_value& x) { return x.value.lower(); });
  std::ranges::sort(high, is_higher, [](const repeated_value& x) { return x.value.upper(); });
  for (std::size_t i = 0, j = 0; i < low.size();) {
    const std::size_t run = std::min(low[i].count, high[j].count);
    r.push_back({between(low[i].value, high[j].value), run});
    if ((low[i].count -= run) == 0) ++i;
    if ((high[j].count -= run) == 0) ++j;
  }
  return r;
}

/// (2 phi + phi^2) ||W|| for the largest defect phi: how far W is from what it is over orthonormal bases.
interval cost_of(const interval& phi, const interval_matrix& W, mpfr_prec_t bits) {
  return (phi + 2) * phi * frobenius(W, bits);
}

class stream_core {
 public:
  stream_core(const jacobian_factors& J, mpfr_prec_t bits)
      : n_(J.H.rows), m_(J.sources.rows), d_(J.sources.cols), bits_(bits), rotated_(rotate(J.H, bits, bits)) {
    if (!is_zero_matrix(J.sources) && !is_zero_matrix(J.rows))
      for (std::size_t k = 0; k < n_; ++k)
        bases_.push_back(basis_of(J.sources, combined(J.rows, rotated_.V, k, bits), bits));
    at_.push_back(0);
    for (const feature_basis& basis : bases_) at_.push_back(at_.back() + basis.size);
  }

  std::vector<repeated_value> spectrum() const {
    const interval_matrix& T = rotated_.T;
    interval_matrix C = feedback();
    const interval distance = off_diagonal() + left_out() + cost_of(largest_defect(), C, bits_);
    for (std::size_t k = 0; k < bases_.size(); ++k)
      for (std::size_t g = at_[k]; g < at_[k + 1]; ++g) C(g, g) += T(k, k);
    std::vector<repeated_value> parts;
    for (std::size_t k = 0; k < n_; ++k)
      parts.push_back({of_jacobian(abs(T(k, k)), distance), d_ - (bases_.empty() ? 0 : bases_[k].size)});
    if (C.rows > 0)
      for (const interval& x : values_of(C, bits_)) parts.push_back({of_jacobian(x, distance), 1});
    return merged(parts);
  }

 private:
  interval of_jacobian(const interval& x, const interval& distance) const {
    return between(max(x - distance, interval(bits_)) / rotated_.grow, (x + distance) / rotated_.shrink);
  }

  /// The blocks sum_ij U_ki a_kj b_lij^T, in coordinates.
  interval_matrix feedback() const {
    interval_matrix W(at_.back(), at_.back(), bits_);
    for (std::size_t k = 0; k < bases_.size(); ++k)
      for (std::size_t l = 0; l < bases_.size(); ++l)
        for (std::size_t j = 0; j < m_; ++j) {
          const interval_matrix &a = bases_[k].sources.parts, &b = bases_[l].rows.parts;
          std::vector<interval> from_j(b.cols, interval(bits_));
          for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t h = 0; h < b.cols; ++h) add_product(from_j[h], rotated_.U(k, i), b(i * m_ + j, h));
          for (std::size_t g = 0; g < a.cols; ++g)
            for (std::size_t h = 0; h < b.cols; ++h) add_product(W(at_[k] + g, at_[l] + h), a(j, g), from_j[h]);
        }
    return W;
  }

  interval off_diagonal() const {
    interval_matrix off = rotated_.T;
    for (std::size_t k = 0; k < n_; ++k) off(k, k) = interval(bits_);
    return frobenius(off, bits_);
  }

  interval largest_defect() const {
    interval phi(bits_);
    for (const feature_basis& basis : bases_) phi = max(phi, basis.defect);
    return phi;
  }

  /// ||A B - A' B'||_F for the factors A', B' that the bases hold.
  interval left_out() const {
    interval sources(bits_), rows(bits_), all_rows(bits_);
    for (const feature_basis& basis : bases_) {
      sources = max(sources, basis.sources.left_out);
      rows += square(basis.rows.left_out);
      all_rows += square(basis.rows.norm);
    }
    if (bases_.empty()) return interval(bits_);
    const interval turned = frobenius(rotated_.U, bits_), norm = bases_.front().sources.norm;
    return turned * (sources * sqrt(all_rows) + (norm + sources) * sqrt(rows));
  }

  std::size_t n_, m_, d_;
  mpfr_prec_t bits_;
  rotated_matrix rotated_;
  std::vector<feature_basis> bases_; ///< one a stream, or none without feedback
  std::vector<std::size_t> at_;      ///< where their blocks begin
};

} // namespace

std::vector<repeated_value> enclose_spectrum(const jacobian_factors& J, mpfr_prec_t bits) {
  return stream_core(J, bits).spectrum();
}

interval enclose_norm(const interval_matrix& f, const interval_matrix& sources, const interval_matrix& rows,
                      mpfr_prec_t bits) {
  const std::size_t n = f.entries.size(), m = sources.rows;
  interval tail = frobenius(f, bits);
  if (is_zero_matrix(sources) || is_zero_matrix(rows)) return tail;
  const feature_basis basis = basis_of(sources, rows, bits);
  const std::size_t p = basis.size;
  const interval_matrix &a = basis.sources.parts, &b = basis.rows.parts;
  interval_matrix W(n * p, p, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t g = 0; g < p; ++g)
        for (std::size_t h = 0; h < p; ++h) add_product(W(i * p + g, h), a(j, g), b(i * m + j, h));
  const coordinates &s = basis.sources, &r = basis.rows;
  const interval off = cost_of(basis.defect, W, bits) + s.left_out * r.norm + (s.norm + s.left_out) * r.left_out;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t g = 0; g < p; ++g) W(i * p + g, g) += f.entries[i];
  const interval squared = enclose_singular_values(product(transpose(W), W, bits), bits).front();
  interval largest = sqrt(max(squared, interval(bits)));
  if (p < sources.cols) largest = max(largest, tail);
  return between(max(largest - off, interval(bits)), largest + off);
}

} // namespace mixcert::checker
