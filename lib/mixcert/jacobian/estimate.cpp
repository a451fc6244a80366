#include "mixcert/jacobian/estimate.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/detail/core_product.hpp"
#include "mixcert/spectrum/complete.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>

namespace mixcert {
namespace {

/// guess_svd for entries of any size.
template <class S> svd_guess<S> scaled_svd(const matrix<S>& a) {
  long exponent = 0;
  bool any = false;
  for (const S& x : a.values()) {
    if (!is_finite(x)) throw not_certified("a number is too large for this arithmetic, or undefined in it");
    if (is_exact_zero(x)) continue;
    exponent = any ? std::max(exponent, exponent_of(x)) : exponent_of(x);
    any = true;
  }
  svd_guess<S> svd = guess_svd(map(a, [&](const S& x) { return scaled(x, -exponent); }));
  for (S& x : svd.sigma) x = scaled(x, exponent);
  return svd;
}

/// Upper triangular R with R^T R near K; the row of a pivot that may be rounding alone is left zero.
template <class S> matrix<S> approximate_factor(const matrix<S>& K) {
  const std::size_t p = K.rows();
  matrix<S> R(p, p, constant_like(K(0, 0), 0));
  const double rounding = 8 * static_cast<double>(p) * unit_roundoff(K(0, 0));
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = i; j < p; ++j) {
      S schur = K(i, j);
      for (std::size_t k = 0; k < i; ++k) add_product(schur, -R(k, i), R(k, j));
      if (i != j) {
        if (!is_exact_zero(R(i, i))) R(i, j) = schur / R(i, i);
      } else if (certainly_less(K(i, i) * S(rounding), schur)) {
        R(i, i) = sqrt(schur);
      }
    }
  return R;
}

} // namespace

template <scalar S>
estimated_spectrum<S> estimate_spectrum(const context<S>& context, const feedback<S>& feedback, std::size_t width) {
  const svd_guess<S> frozen = scaled_svd(feedback.frozen);
  estimated_spectrum<S> r{std::vector<std::size_t>(feedback.frozen.cols(), 0), {}, frozen.sigma};
  const feature_spans<S> spans = spans_of(context, feedback, completed(frozen.V), width);
  if (spans.streams.empty()) return r;
  std::vector<matrix<S>> R;
  for (const feature_space<S>& space : spans.spaces) R.push_back(approximate_factor(space.gram));
  matrix<S> C = apply_bases(context, spans, R, rotated_feedback(context, spans, frozen.U));
  C = transpose(apply_bases(context, spans, R, transpose(C)));
  add_frozen(spans, frozen.sigma, C);
  for (std::size_t k = 0; k < r.stream_dimensions.size(); ++k) r.stream_dimensions[k] = spans.dimension(k);
  r.core = scaled_svd(C).sigma;
  return r;
}

template estimated_spectrum<float64> estimate_spectrum(const context<float64>&, const feedback<float64>&, std::size_t);
template estimated_spectrum<quad> estimate_spectrum(const context<quad>&, const feedback<quad>&, std::size_t);

} // namespace mixcert
