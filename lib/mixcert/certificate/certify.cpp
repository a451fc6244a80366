#include "mixcert/certificate/certify.hpp"

#include "mixcert/certificate/claims.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/certificate/quantities.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/environment.hpp"

#include <algorithm>

namespace mixcert {
namespace {

std::vector<mp_interval> core_values(const verified_steps& steps) {
  std::vector<mp_interval> values =
      enclose_singular_values(steps.svd.factors, steps.svd.defects, steps.core.epsilon, steps.places.working);
  for (mp_interval& value : values) value = undo_rotation(steps.rotated, value);
  return values;
}

/// The largest distance of a member of an enclosure from the approximate value it encloses.
double radius_of(const std::vector<mp_interval>& values, const std::vector<mp_float>& sigma) {
  double radius = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    radius = std::max(radius, magnitude_up(values[i] - mp_interval(sigma[i], values[i].bits())));
  return radius;
}

rotation with_stored_bounds(rotation r) {
  r.alpha = stored_bound(r.alpha);
  r.beta = stored_bound(r.beta);
  r.nu = stored_bound(r.nu);
  return r;
}

triangular_basis with_stored_bounds(triangular_basis b) {
  if (b.phi) b.phi = stored_bound(*b.phi);
  if (b.t) b.t = stored_bound(*b.t);
  return b;
}

stream_adapted_core with_stored_bounds(stream_adapted_core c) {
  c.epsilon = stored_bound(c.epsilon);
  return c;
}

forward_enclosures forward_of(const mp_interval_matrix& H) {
  const mp_interval zero(0, H(0, 0).bits()), one(1, H(0, 0).bits());
  mp_interval row_error = zero, column_error = zero, least = H(0, 0);
  for (std::size_t i = 0; i < H.rows(); ++i) {
    mp_interval row = -one, column = -one;
    for (std::size_t j = 0; j < H.cols(); ++j) {
      row += H(i, j);
      column += H(j, i);
      least = min(least, H(i, j));
    }
    row_error = max(row_error, abs(row));
    column_error = max(column_error, abs(column));
  }
  return {map(H, stored_enclosure), stored_enclosure(row_error), stored_enclosure(column_error),
          stored_enclosure(least)};
}

/// A bound of rank X: each row of X is a combination of the generators it has coordinates on.
std::size_t nonzero_columns(const mp_interval_matrix& coordinates) {
  std::size_t count = 0;
  for (std::size_t g = 0; g < coordinates.cols(); ++g)
    for (std::size_t i = 0; i < coordinates.rows(); ++i)
      if (!is_exact_zero(coordinates(i, g))) {
        ++count;
        break;
      }
  return count;
}

bool is_zero(const mp_interval_matrix& a) {
  return std::all_of(a.values().begin(), a.values().end(), [](const mp_interval& x) { return is_exact_zero(x); });
}

/// H is exactly the identity, and its derivative exactly zero.
bool is_never_mixed(const mixer_evaluation<mp_interval>& evaluation) {
  return is_zero(minus_identity(evaluation.H)) && is_zero(evaluation.dH_arrays) &&
         std::all_of(evaluation.dH.begin(), evaluation.dH.end(), is_zero);
}

} // namespace

certificate certify(const mixer& mixer, const mixer_input& input, certificate_subject subject,
                    const precision& precision) {
  require_ieee_environment();
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const mixer_evaluation<mp_interval> evaluation = mixer.evaluate({precision.working}, input);

  verified_steps steps{.logits = map(evaluation.logits, stored_enclosure),
                       .dH_dlogits = map(evaluation.dH_dlogits, stored_enclosure),
                       .rotated = with_stored_bounds(certify_rotation(evaluation.H, precision)),
                       .spans = {},
                       .bases = {},
                       .core = {},
                       .svd = {},
                       .places = precision};
  steps.spans = residual_spans(evaluation, steps.rotated.Q, d, precision);
  for (const feature_space& space : steps.spans.spaces)
    steps.bases.push_back(
        with_stored_bounds(space.standard ? standard_basis(d, precision) : certify_basis(space.gram, precision)));
  steps.core = with_stored_bounds(assemble_core(steps.spans, steps.bases, steps.rotated, precision));
  steps.svd = decompose(steps.core.C, precision);
  steps.svd.defects = stored_defects(steps.svd.defects);
  const std::vector<mp_interval> values = core_values(steps);

  certificate c;
  c.subject = std::move(subject);
  c.subject.mixer = std::string(mixer.name());
  c.subject.convention = input.convention;
  c.subject.streams = n;
  c.subject.width = d;
  c.forward = forward_of(evaluation.H);
  const std::vector<mp_interval> frozen = mixer_singular_values(steps.rotated, precision);
  for (const mp_interval& value : frozen) c.frozen_spectrum.push_back(stored_enclosure(value));
  c.core.dimension = steps.core.C.rows();
  for (std::size_t k = 0; k < n; ++k) c.core.stream_dimensions.push_back(steps.spans.dimension(k));
  c.core.generators = c.core.stream_dimensions;
  c.core.radius =
      stored_bound(std::max(radius_of(values, steps.svd.factors.sigma), radius_of(frozen, steps.rotated.s)));
  std::vector<spectrum_entry> parts;
  for (const mp_interval& value : values) {
    c.core.values.push_back(stored_enclosure(value));
    parts.push_back({c.core.values.back(), 1, "core"});
  }
  for (std::size_t k = 0; k < n; ++k)
    if (const std::size_t p = steps.spans.dimension(k); p < d) {
      c.core.tails.push_back({k, c.frozen_spectrum[k], d - p, true});
      parts.push_back({c.frozen_spectrum[k], d - p, "tail"});
    }
  c.spectrum = merge(parts);
  c.quantities = quantities_of(c.spectrum, c.frozen_spectrum, d);
  const rank_bound rank = mixer.feedback_rank(n, std::min(nonzero_columns(evaluation.state), d));
  c.quantities.rank_at_most = steps.spans.spaces.empty() ? 0 : rank.at_most;
  c.quantities.rank_theorem = rank.theorem;
  c.claims = claims_of(steps);
  if (is_never_mixed(evaluation))
    c.notes.push_back(
        "H is exactly the identity and does not depend on the state: the residual of this site was never mixed "
        "(was it computed, but not used, in training?)");
  c.made_by = this_producer();
  return c;
}

} // namespace mixcert
