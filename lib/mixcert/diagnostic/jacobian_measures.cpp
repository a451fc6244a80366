#include "mixcert/diagnostic/jacobian_measures.hpp"

#include "mixcert/diagnostic/conserved_channel.hpp"
#include "mixcert/diagnostic/intervention.hpp"
#include "mixcert/diagnostic/sinkhorn_jacobian.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/jacobian/span.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

using spectrum_list = std::vector<spectrum_entry<mp_interval>>;

/// For an x >= 0.
mp_interval with_room(const mp_interval& x) {
  const mp_interval one(1, x.bits()), room(0x1p-98, x.bits());
  return x * hull(one - room, one + room);
}

spectrum_list with_room(spectrum_list spectrum) {
  for (auto& entry : spectrum) entry.value = with_room(entry.value);
  return spectrum;
}

/// The number, or anything where there may be none.
mp_interval or_anything(const std::optional<mp_interval>& x, const mp_interval& like) {
  return x ? *x : mp_interval(1, like.bits()) / mp_interval(0, like.bits());
}

std::vector<measure> measures_of_spectrum(const spectrum_list& spectrum) {
  const mp_interval& norm = spectrum.front().value;
  return {{"jacobian_norm", {}, norm},
          {"mean_square", {}, mean_square(spectrum)},
          {"log_abs_determinant", {}, or_anything(log_abs_determinant(spectrum), norm)},
          {"stable_rank", {}, or_anything(stable_rank(spectrum), norm)}};
}

std::vector<measure> measures_of_both(const spectrum_list& actual, const spectrum_list& frozen) {
  const spectral_change change = change_of_spectrum(frozen, actual);
  const std::vector<measure> own = measures_of_spectrum(actual);
  const mp_interval& norm = frozen.front().value;
  return {own[0],
          {"frozen_norm", {}, norm},
          {"norm_ratio", {}, or_anything(change.norm_ratio, norm)},
          own[1],
          {"frozen_mean_square", {}, mean_square(frozen)},
          {"mean_square_ratio", {}, or_anything(change.mean_square_ratio, norm)},
          own[2],
          own[3]};
}

std::vector<measure> measures_of_logits(const mixer_evaluation<mp_interval>& e, const precision& places) {
  const sinkhorn_jacobian J = sinkhorn_jacobian_of(e.dH_dlogits, e.H.rows(), places);
  const mp_interval one(1, places.working);
  return {{"sinkhorn_jacobian_norm", {}, J.norm},
          {"sinkhorn_off_diagonal_norm", {}, J.off_diagonal},
          {"sinkhorn_bound", {}, off_diagonal_step(J, one, one)}};
}

template <class S> linear_map<S> as_map(const context<S>& numbers, const feedback<S>& J, std::size_t width) {
  const std::size_t n = J.frozen.cols();
  return {n * width, n * width,
          [&J, numbers, n, width](const std::vector<S>& x) {
            return directional_derivative(numbers, J, matrix<S>(n, width, x)).values();
          },
          [&J, numbers, n, width](const std::vector<S>& x) {
            return adjoint_derivative(numbers, J, matrix<S>(n, width, x)).values();
          }};
}

/// Whether the largest value is certainly the only one of its size.
bool is_alone(const spectrum_list& spectrum) {
  return spectrum.front().multiplicity == 1 &&
         (spectrum.size() == 1 || certainly_less(spectrum[1].value, spectrum[0].value));
}

std::optional<top_direction> direction_of(const mixer& mixer, const mixer_input& input, const feedback<mp_interval>& J,
                                          const spectrum_list& spectrum, const precision& places) {
  const std::size_t d = input.state.cols();
  if (J.frozen.cols() * d > most_directions || !is_alone(spectrum)) return std::nullopt;
  const context<quad> guessing{};
  const feedback<quad> guess = residual_feedback(mixer.evaluate(guessing, input));
  const linear_map<mp_interval> map = as_map(context<mp_interval>{places.working}, J, d);
  top_direction found = with_short_vectors(top_direction_of(as_map(guessing, guess, d), map, spectrum), map, spectrum);
  if (!found.angles.left || !found.angles.right) return std::nullopt;
  return found;
}

} // namespace

jacobian_measures measures_of_jacobian(const mixer& mixer, const mixer_input& input,
                                       mixer_evaluation<mp_interval> evaluation,
                                       const std::vector<mp_interval>& thresholds, const precision& places) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const mixer_invariants known = mixer.invariants(input.convention);
  std::vector<measure> of_logits; // with one stream any single logit would pass for a matrix of them
  if (n > 1 && has_sinkhorn_jacobian(known, evaluation)) of_logits = measures_of_logits(evaluation, places);
  const feedback<mp_interval> J = residual_feedback(std::move(evaluation));

  jacobian_measures r;
  r.spectrum = with_room(enclose_spectrum(J, d, places));
  r.frozen = mixer_singular_values(certify_rotation(J.frozen, places), places);
  const spectrum_list frozen = with_room(frozen_spectrum(J.frozen, d, places));
  r.values = measures_of_both(r.spectrum, frozen);
  r.values.push_back({"conserved_channel_gain", {}, channel_gain(J, known, d, places)});
  r.values.insert(r.values.end(), of_logits.begin(), of_logits.end());
  r.stopped = measures_of_spectrum(frozen);
  if (generator_count(J, d) > 0)
    r.rank_at_most = std::min(n * d, mixer.feedback_rank(n, state_rank_of(J.sources, d), input.convention).at_most);
  for (const mp_interval& x : thresholds) r.at_least.push_back(count_at_least(r.spectrum, x));
  r.direction = direction_of(mixer, input, J, r.spectrum, places);
  return r;
}

} // namespace mixcert
