#include "mixcert/certificate/certify.hpp"

#include "mixcert/certificate/claims.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/over_box.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/certificate/quantities.hpp"
#include "mixcert/diagnostic/structure.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/state_box.hpp"
#include "mixcert/mixer/convert.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/environment.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

std::vector<mp_interval> core_values(const verified_steps& steps) {
  const double distance = steps.truncated ? steps.truncated->epsilon : steps.core.epsilon;
  std::vector<mp_interval> values =
      enclose_singular_values(steps.svd.factors, steps.svd.defects, distance, steps.places.working);
  for (mp_interval& value : values) value = undo_rotation(steps.rotated, value);
  return values;
}

/// Enclosures of what the core leaves, one a stream: the values of H, or after a truncation (theorem T4 c) all that is
/// within its distance of them.
std::vector<mp_interval> tail_values(const verified_steps& steps) {
  rotation r = steps.rotated;
  if (steps.truncated) r.nu = steps.truncated->epsilon;
  return mixer_singular_values(r, steps.places);
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

truncated_core with_stored_bounds(truncated_core c) {
  c.kappa = stored_bound(c.kappa);
  c.epsilon = stored_bound(c.epsilon);
  return c;
}

core_selection report_of(const rank_tolerance& tau, const numerical_selection& selected) {
  core_selection r{tau.text, 0, selected.delta_terms};
  for (const double term : r.delta_terms) r.delta = add_up(r.delta, term);
  return r;
}

/// What is proved, as it is stored.
class storage {
 public:
  explicit storage(int digits) : digits_(digits) {}
  enclosure operator()(const mp_interval& x) const { return stored_enclosure(x, digits_); }

 private:
  int digits_;
};

std::vector<enclosure> stored_list(const std::vector<mp_interval>& values, const storage& stored) {
  std::vector<enclosure> r;
  for (const mp_interval& value : values) r.push_back(stored(value));
  return r;
}

forward_enclosures forward_of(const mp_interval_matrix& H, const storage& stored) {
  const auto defects = stochastic_defects_of(context<mp_interval>{H(0, 0).bits()}, H);
  return {map(H, stored), stored(defects.row_sum_error), stored(defects.column_sum_error), stored(defects.least_entry)};
}

bool is_zero(const mp_interval_matrix& a) {
  return std::all_of(a.values().begin(), a.values().end(), [](const mp_interval& x) { return is_exact_zero(x); });
}

/// H is exactly the identity, and its derivative exactly zero.
bool is_never_mixed(const mixer_evaluation<mp_interval>& evaluation) {
  return is_zero(minus_identity(evaluation.H)) && is_zero(evaluation.dH_arrays) &&
         std::all_of(evaluation.dH.begin(), evaluation.dH.end(), is_zero);
}

/// A bound of the rank of the feedback of the map.
rank_bound feedback_rank(const mixer& mixer, const mixer_input& input, const state_rank& rank) {
  const std::size_t n = input.state.rows();
  if (input.read) return {std::min(n, rank.state), "T1"};
  rank_bound bound = mixer.feedback_rank(n, rank, input.convention);
  if (!input.branch_output) return bound;
  const auto is_not_zero = [](double x) { return x != 0; };
  if (std::any_of(input.branch_output->begin(), input.branch_output->end(), is_not_zero)) bound.at_most += n;
  return {bound.at_most, "T1"};
}

mixer_evaluation<mp_interval> evaluated(const mixer& mixer, const mixer_input& input, mpfr_prec_t bits,
                                        const router_arithmetic& arithmetic) {
  if (arithmetic.in != router_arithmetic::binary64)
    return mixer.evaluate({arithmetic.in == router_arithmetic::places ? arithmetic.bits : bits}, input);
  try {
    return converted(mixer.evaluate(context<interval>{}, input), [&](const interval& x) {
      return mp_interval(mp_float(x.lower(), 53), mp_float(x.upper(), 53), bits);
    });
  } catch (const std::domain_error& error) {
    throw not_certified(std::string("in binary64 interval arithmetic: ") + error.what());
  }
}

std::string text(const router_arithmetic& arithmetic) {
  if (arithmetic.in == router_arithmetic::binary64) return "interval, the mixer in binary64";
  if (arithmetic.in == router_arithmetic::places)
    return "interval, the mixer with " + std::to_string(arithmetic.bits) + " places";
  return this_producer().arithmetic;
}

/// The bounds over the box as stored, and what its states have in common.
struct box_of_states {
  state_box_bounds bounds;
  state_rank rank; ///< no member has a higher one
};

box_of_states bound_box(const mixer& mixer, const mixer_input& input, core_method method) {
  const state_box box = bound_state_box(mixer, input, method);
  const auto change = [](double x) { return enclosure(interval(-stored_bound(x), stored_bound(x))); };
  return {{stored_bound(box.jacobian), stored_bound(box.frozen), map(box.H, change), static_cast<long>(box.generators)},
          box.rank};
}

mixer_input midpoint_of(mixer_input input) {
  input.state_radius = {};
  return input;
}

/// Without a lower end above zero nothing is said that is worth a certificate.
void require_useful(const state_box_bounds& box, const mp_interval& largest) {
  if (!certainly_less(mp_interval(box.jacobian, largest.bits()), largest))
    throw not_certified("the Jacobians at the states within the radii may differ from the one at the state by " +
                        decimal_up(box.jacobian, 3) +
                        ", which is more than its largest singular value; smaller radii can be certified");
}

/// What is known of a site at a state once every step is verified.
struct verified_site {
  forward_enclosures forward;
  verified_steps steps;
  std::vector<mp_interval> core, tails, frozen; ///< values: of the core, one a tail, of the frozen mixer
  std::optional<core_selection> selection;
  rank_bound rank; ///< of the feedback, where there is any
  bool fed_back, never_mixed;
};

/// The rotation, the spans, their bases, the core, and its decomposition: each from the bounds stored before it.
void reduce(verified_site& site, const feedback<mp_interval>& feedback, std::size_t width,
            const certify_options& options) {
  verified_steps& steps = site.steps;
  const precision& places = steps.places;
  const context<mp_interval> numbers{places.working};
  steps.rotated = with_stored_bounds(certify_rotation(feedback.frozen, places));
  steps.spans = spans_of(numbers, feedback, enclose(steps.rotated.Q, places.working), width);
  for (const feature_space<mp_interval>& space : steps.spans.spaces)
    steps.bases.push_back(
        with_stored_bounds(space.standard ? standard_basis(width, places) : certify_basis(space.gram, places)));
  steps.core = with_stored_bounds(assemble_core(steps.spans, steps.bases, steps.rotated, places));
  if (options.tau) {
    const double norm_of_frozen = to_double(steps.rotated.s.front());
    const numerical_selection selected = approx_selection(steps.spans, steps.bases, norm_of_frozen, options.tau->value);
    site.selection = report_of(*options.tau, selected);
    if (selected.V.cols() < selected.V.rows())
      steps.truncated = with_stored_bounds(truncate(steps.core, steps.rotated, selected.V, places));
  }
  steps.svd = decompose(steps.truncated ? steps.truncated->C : steps.core.C, places);
  steps.svd.defects = stored_defects(steps.svd.defects);
}

verified_site verify(const mixer& mixer, const mixer_input& input, const storage& stored,
                     const certify_options& options) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  std::optional<box_of_states> box;
  if (!input.state_radius.values().empty()) box = bound_box(mixer, input, options.core);
  mixer_evaluation<mp_interval> evaluation =
      evaluated(mixer, midpoint_of(input), options.places.working, options.arithmetic);
  state_rank ranks = state_rank_of(evaluation.state, d);
  if (box) ranks = {std::max(ranks.state, box->rank.state), std::max(ranks.differences, box->rank.differences)};
  verified_site site{.forward = forward_of(box ? widened(evaluation.H, box->bounds.H_change) : evaluation.H, stored),
                     .steps = {.logits = map(evaluation.logits, stored),
                               .dH_dlogits = map(evaluation.dH_dlogits, stored),
                               .write = {},
                               .read = {},
                               .rotated = {},
                               .spans = {},
                               .bases = {},
                               .core = {},
                               .truncated = {},
                               .svd = {},
                               .box = {},
                               .places = options.places},
                     .core = {},
                     .tails = {},
                     .frozen = {},
                     .selection = {},
                     .rank = feedback_rank(mixer, input, ranks),
                     .fed_back = false,
                     .never_mixed = !input.read && is_never_mixed(evaluation)};
  verified_steps& steps = site.steps;
  if (input.branch_output) steps.write = map(matrix<mp_interval>(n, 1, evaluation.write), stored);
  if (input.read) steps.read = map(matrix<mp_interval>(n, 1, evaluation.read), stored);
  reduce(site, feedback_of({options.places.working}, std::move(evaluation), input, options.core), d, options);
  site.core = core_values(steps);
  site.tails = tail_values(steps);
  site.frozen = mixer_singular_values(steps.rotated, options.places);
  if (box) {
    steps.box = box->bounds;
    site.core = widened(std::move(site.core), box->bounds.jacobian);
    site.tails = widened(std::move(site.tails), box->bounds.jacobian);
    site.frozen = widened(std::move(site.frozen), box->bounds.frozen);
  }
  site.fed_back = !steps.spans.spaces.empty() || (box && box->bounds.generators > 0);
  return site;
}

certificate_subject complete(certificate_subject subject, const mixer& mixer, const mixer_input& input) {
  subject.mixer = std::string(mixer.name());
  subject.convention = input.convention;
  subject.streams = input.state.rows();
  subject.width = input.state.cols();
  subject.with = input.read ? "read" : input.branch_output ? "write" : "residual";
  return subject;
}

core_summary summary_of(const verified_site& site, std::size_t n, std::size_t width, core_method method,
                        const storage& stored) {
  const verified_steps& steps = site.steps;
  core_summary core;
  core.method = method == core_method::common ? "common" : "stream-adapted";
  core.dimension = site.core.size();
  for (std::size_t k = 0; k < n; ++k) core.generators.push_back(steps.spans.dimension(k));
  core.stream_dimensions = steps.truncated ? std::vector(n, steps.truncated->V.cols()) : core.generators;
  core.selection = site.selection;
  core.radius =
      stored_bound(std::max(radius_of(site.core, steps.svd.factors.sigma), radius_of(site.tails, steps.rotated.s)));
  core.values = stored_list(site.core, stored);
  for (std::size_t k = 0; k < site.frozen.size(); ++k)
    if (const std::size_t q = core.stream_dimensions[k]; q < width) {
      const std::size_t counted = steps.truncated ? width
                                  : steps.box     ? static_cast<std::size_t>(steps.box->generators)
                                                  : q;
      for (const core_tail& tail : split_tail(k, stored(site.tails[k]), q, counted, width)) core.tails.push_back(tail);
    }
  return core;
}

/// All values, the i-th of the i-th largest singular value (theorem T3 d).
std::vector<spectrum_entry<mp_interval>>
spectrum_of(const verified_site& site, const std::vector<std::size_t>& stream_dimensions, std::size_t width) {
  std::vector<spectrum_entry<mp_interval>> parts;
  for (const mp_interval& value : site.core) parts.push_back({value, 1, "core"});
  for (std::size_t k = 0; k < site.frozen.size(); ++k)
    if (stream_dimensions[k] < width) parts.push_back({site.tails[k], width - stream_dimensions[k], "tail"});
  return merge(parts);
}

struct result {
  certificate document;
  bool kept; ///< every enclosure has the digits
};

result certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject, int digits,
               const certify_options& options) {
  if (options.tau && options.core != core_method::common)
    throw std::invalid_argument("a tolerance selects from the common core");
  require_ieee_environment();
  const std::size_t width = input.state.cols();
  const storage stored(digits);
  verified_site site = verify(mixer, input, stored, options);

  certificate c;
  c.subject = complete(subject, mixer, input);
  c.forward = std::move(site.forward);
  c.frozen_spectrum = stored_list(site.frozen, stored);
  c.core = summary_of(site, input.state.rows(), width, options.core, stored);
  const std::vector<spectrum_entry<mp_interval>> merged = spectrum_of(site, c.core.stream_dimensions, width);
  if (site.steps.box) require_useful(*site.steps.box, merged.front().value);
  for (const auto& [value, multiplicity, from] : merged) // storing commutes with sorting
    c.spectrum.push_back({stored(value), multiplicity, from});
  const bool kept = digits == 0 || std::all_of(c.spectrum.begin(), c.spectrum.end(), [&](const auto& entry) {
                      return keeps_promise(entry.value, c.spectrum.front().value, digits);
                    });
  c.quantities = quantities_of(c.spectrum, c.frozen_spectrum, width, digits);
  c.quantities.rank_at_most = site.fed_back ? std::min(site.frozen.size() * width, site.rank.at_most) : 0;
  c.quantities.rank_theorem = site.rank.theorem;
  c.claims = claims_of(site.steps);
  if (site.never_mixed)
    c.notes.push_back("at this state H is exactly the identity and its derivative is zero; if that is so at every "
                      "state, the residual "
                      "of this site was never mixed (was it computed, but not used, in training?)");
  c.made_by = this_producer();
  c.made_by.arithmetic = text(options.arithmetic);
  return {std::move(c), kept};
}

} // namespace

certificate certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject,
                    const certify_options& options) {
  return certify(mixer, input, subject, 0, options).document;
}

certificate certify_digits(const mixer& mixer, const mixer_input& input, const certificate_subject& subject, int digits,
                           certify_options options) {
  require_digits(digits);
  constexpr int attempts = 3;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    options.places = places_for(digits, attempt);
    if (result r = certify(mixer, input, subject, digits, options); r.kept) return std::move(r.document);
  }
  if (!input.state_radius.values().empty())
    throw not_certified("not every singular value has " + std::to_string(digits) +
                        " digits that all states within the radii share; ask for fewer digits, or smaller radii");
  throw not_certified(
      "the refinement did not reach " + std::to_string(digits) + " digits" +
      (options.tau ? "; what --tau leaves out of the core may not allow more" : "") +
      (options.arithmetic.in != router_arithmetic::working
           ? "; --arith gives the mixer's evaluation too few places for that: leave it out, or ask for more"
           : "") +
      (digits > 15 ? "" : "; where binary64 has fewer, as below 2^-1022, 16 or more give decimal ends"));
}

} // namespace mixcert
