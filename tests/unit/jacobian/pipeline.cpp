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
                                               const precision& places, bool one_space) {
  mixcert::feedback<mp_interval> e = feedback_of(p);
  if (one_space) e = without_arrays(exact_numbers, std::move(e));
  return spans_of({places.working}, e, enclose(rotated.Q, places.working), p.width);
}

steps take_steps(const problem& p, const precision& places, const dropped& without) {
  return take_steps(p, places, certify_rotation(p.frozen(), places), without);
}

steps take_steps(const problem& p, const precision& places, const mixcert::rotation& rotated, const dropped& without) {
  steps s{rotated, take_spans(p, rotated, places, without.spaces_of_streams), {}, {}};
  for (const mixcert::feature_space<mp_interval>& space : s.spans.spaces)
    s.bases.push_back(space.standard ? standard_basis(p.width, places) : certify_basis(space.gram, places));
  if (without.nu) s.rotated.nu = 0;
  if (without.undo) s.rotated.alpha = s.rotated.beta = 0;
  if (without.basis)
    for (mixcert::triangular_basis& basis : s.bases) (basis.phi ? basis.phi : basis.t) = 0;
  s.core = assemble_core(s.spans, s.bases, s.rotated, places);
  if (without.rounding) { // what is left of epsilon when nothing else is
    steps rest =
        take_steps(p, places, rotated, {.nu = true, .basis = true, .spaces_of_streams = without.spaces_of_streams});
    s.core.epsilon -= rest.core.epsilon;
  }
  return s;
}

namespace {

/// From a core, with all but the rotation's defects within `epsilon`, and enclosures of what it leaves.
std::vector<mp_interval> spectrum(const matrix<mp_float>& core, double epsilon, const mixcert::rotation& rotated,
                                  const std::vector<mp_interval>& tails) {
  constexpr mpfr_prec_t fine = 240, bits = 384;
  const long exponent = largest_exponent(core);
  const matrix<mp_float> C =
      map(core, [&](const mp_float& x) { return mp_float(scaled(x, -exponent).get(), fine + 64); });
  mixcert::svd_guess<mp_float> svd = refine_svd(C, fine);
  mixcert::svd_defects defects = bound_defects(C, svd);
  defects.residual = magnitude_up(scaled(mp_float(defects.residual, 53), exponent));
  for (mp_float& x : svd.sigma) x = scaled(x, exponent);
  std::vector<mp_interval> parts = tails;
  for (const mp_interval& value : enclose_singular_values(svd, defects, epsilon, bits))
    parts.push_back(undo_rotation(rotated, value));

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

} // namespace

std::vector<mp_interval> spectrum(const problem& p, const steps& s) {
  const std::vector<mp_interval> of_H = mixer_singular_values(s.rotated, {});
  std::vector<mp_interval> tails;
  for (std::size_t k = 0; k < of_H.size(); ++k) tails.insert(tails.end(), p.width - s.spans.dimension(k), of_H[k]);
  return spectrum(s.core.C, s.core.epsilon, s.rotated, tails);
}

std::vector<mp_interval> spectrum(const problem& p, const steps& s, const mixcert::truncated_core& t) {
  mixcert::rotation widened = s.rotated;
  widened.nu = t.epsilon;
  std::vector<mp_interval> tails;
  for (const mp_interval& value : mixer_singular_values(widened, {}))
    tails.insert(tails.end(), p.width - t.V.cols(), value);
  return spectrum(t.C, t.epsilon, s.rotated, tails);
}

std::vector<mp_interval> spectrum(const problem& p, const precision& places, const dropped& without) {
  return spectrum(p, take_steps(p, places, without));
}

double widest(const std::vector<mp_interval>& enclosures) {
  double r = 0;
  for (const mp_interval& x : enclosures) r = std::max(r, magnitude_up(x - x));
  return r;
}
