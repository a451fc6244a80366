#include "pipeline.hpp"

#include "mixcert/spectrum/enclosure.hpp"

#include <algorithm>

using mixcert::matrix;
using mixcert::mp_float;

mixcert::feedback<mp_interval> feedback_of(const problem& p) {
  if (p.read) return mixcert::read_feedback(p.e);
  return p.y.empty() ? mixcert::residual_feedback(p.e) : mixcert::write_feedback(exact_numbers, p.e, p.y);
}

mixcert::feature_spans<mp_interval> take_spans(const problem& p, const mixcert::rotation& rotated,
                                               const precision& places) {
  return spans_of({places.working}, feedback_of(p), enclose(rotated.Q, places.working), p.width);
}

steps take_steps(const problem& p, const precision& places, const dropped& without) {
  return take_steps(p, places, certify_rotation(p.frozen(), places), without);
}

steps take_steps(const problem& p, const precision& places, const mixcert::rotation& rotated, const dropped& without) {
  steps s{rotated, take_spans(p, rotated, places), {}, {}};
  for (const mixcert::feature_space<mp_interval>& space : s.spans.spaces)
    s.bases.push_back(space.standard ? standard_basis(p.width, places) : certify_basis(space.gram, places));
  if (without.nu) s.rotated.nu = 0;
  if (without.undo) s.rotated.alpha = s.rotated.beta = 0;
  if (without.basis)
    for (mixcert::triangular_basis& basis : s.bases) (basis.phi ? basis.phi : basis.t) = 0;
  s.core = assemble_core(s.spans, s.bases, s.rotated, places);
  if (without.rounding) { // what is left of epsilon when nothing else is
    steps rest = take_steps(p, places, rotated, {.nu = true, .basis = true});
    s.core.epsilon -= rest.core.epsilon;
  }
  return s;
}

std::vector<mp_interval> spectrum(const problem& p, const steps& s) {
  constexpr mpfr_prec_t fine = 240, bits = 384;
  const long exponent = largest_exponent(s.core.C);
  const matrix<mp_float> C =
      map(s.core.C, [&](const mp_float& x) { return mp_float(scaled(x, -exponent).get(), fine + 64); });
  mixcert::svd_guess<mp_float> svd = refine_svd(C, fine);
  mixcert::svd_defects defects = bound_defects(C, svd);
  defects.residual = magnitude_up(scaled(mp_float(defects.residual, 53), exponent));
  for (mp_float& x : svd.sigma) x = scaled(x, exponent);
  std::vector<mp_interval> parts;
  for (const mp_interval& value : enclose_singular_values(svd, defects, s.core.epsilon, bits))
    parts.push_back(undo_rotation(s.rotated, value));
  const std::vector<mp_interval> tails = mixer_singular_values(s.rotated, {.working = bits});
  for (std::size_t k = 0; k < tails.size(); ++k) parts.insert(parts.end(), p.width - s.spans.dimension(k), tails[k]);

  std::vector<mp_float> lower, upper;
  for (const mp_interval& x : parts) {
    lower.emplace_back(x.lower(), bits);
    upper.emplace_back(x.upper(), bits);
  }
  const auto greater = [](const mp_float& a, const mp_float& b) { return mpfr_greater_p(a.get(), b.get()) != 0; };
  std::sort(lower.begin(), lower.end(), greater);
  std::sort(upper.begin(), upper.end(), greater);
  std::vector<mp_interval> r;
  for (std::size_t i = 0; i < parts.size(); ++i) r.emplace_back(lower[i], upper[i], bits);
  return r;
}

std::vector<mp_interval> spectrum(const problem& p, const precision& places, const dropped& without) {
  return spectrum(p, take_steps(p, places, without));
}

double widest(const std::vector<mp_interval>& enclosures) {
  double r = 0;
  for (const mp_interval& x : enclosures) r = std::max(r, magnitude_up(x - x));
  return r;
}
