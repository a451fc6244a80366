#include "mixcert/certificate/checker/local_norm.hpp"

#include "mixcert/certificate/checker/spanning_rows.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::checker {
namespace {

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
  span.add(J.sources, d);
  span.add(J.rows, d);
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
  const interval phi = defect_of_rows(Q, bits);
  const interval off = (phi + 2) * phi * frobenius(W, bits) + a.left_out * b.norm + (a.norm + a.left_out) * b.left_out;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t g = 0; g < p; ++g) W(i * p + g, j * p + g) += J.H(i, j);
  require_below(what, W, limit + between(-off, off), bits);
}

} // namespace mixcert::checker
