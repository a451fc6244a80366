#include "mixcert/certificate/certify.hpp"

#include "mixcert/certificate/claims.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/over_box.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/certificate/quantities.hpp"
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

forward_enclosures forward_of(const mp_interval_matrix& H, const storage& stored) {
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
  return {map(H, stored), stored(row_error), stored(column_error), stored(least)};
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

/// A bound of the rank of the feedback of the map, from a bound of rank X.
rank_bound feedback_rank(const mixer& mixer, const mixer_input& input, std::size_t state_rank) {
  const std::size_t n = input.state.rows();
  if (input.read) return {std::min(n, state_rank), "T1"};
  rank_bound bound = mixer.feedback_rank(n, state_rank, input.convention);
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
  std::size_t state_rank; ///< no member has a higher one
};

box_of_states bound_box(const mixer& mixer, const mixer_input& input, core_method method) {
  const state_box box = bound_state_box(mixer, input, method);
  const auto change = [](double x) { return enclosure(interval(-stored_bound(x), stored_bound(x))); };
  return {{stored_bound(box.jacobian), stored_bound(box.frozen), map(box.H, change), static_cast<long>(box.generators)},
          box.state_rank};
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

struct result {
  certificate document;
  bool kept; ///< every enclosure has the digits
};

result certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject,
               const precision& precision, int digits, core_method method, const router_arithmetic& arithmetic,
               const std::optional<rank_tolerance>& tau) {
  if (tau && method != core_method::common) throw std::invalid_argument("a tolerance selects from the common core");
  require_ieee_environment();
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const storage stored(digits);
  std::optional<box_of_states> box;
  if (!input.state_radius.values().empty()) box = bound_box(mixer, input, method);
  mixer_evaluation<mp_interval> evaluation = evaluated(mixer, midpoint_of(input), precision.working, arithmetic);
  const forward_enclosures forward =
      forward_of(box ? widened(evaluation.H, box->bounds.H_change) : evaluation.H, stored);
  const std::size_t state_rank = std::max(nonzero_columns(evaluation.state), box ? box->state_rank : 0);
  const rank_bound rank = feedback_rank(mixer, input, std::min(state_rank, d));
  const bool never_mixed = !input.read && is_never_mixed(evaluation);

  verified_steps steps{.logits = map(evaluation.logits, stored),
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
                       .places = precision};
  if (input.branch_output) steps.write = map(matrix<mp_interval>(n, 1, evaluation.write), stored);
  if (input.read) steps.read = map(matrix<mp_interval>(n, 1, evaluation.read), stored);
  const context<mp_interval> numbers{precision.working};
  const feedback<mp_interval> feedback = feedback_of(numbers, std::move(evaluation), input, method);
  const std::size_t outputs = feedback.frozen.rows();
  steps.rotated = with_stored_bounds(certify_rotation(feedback.frozen, precision));
  steps.spans = spans_of(numbers, feedback, enclose(steps.rotated.Q, precision.working), d);
  for (const feature_space<mp_interval>& space : steps.spans.spaces)
    steps.bases.push_back(
        with_stored_bounds(space.standard ? standard_basis(d, precision) : certify_basis(space.gram, precision)));
  steps.core = with_stored_bounds(assemble_core(steps.spans, steps.bases, steps.rotated, precision));
  std::optional<core_selection> selection;
  if (tau) {
    const double norm_of_H = to_double(steps.rotated.s.front());
    const numerical_selection selected = approx_selection(steps.spans, steps.bases, norm_of_H, tau->value);
    selection = report_of(*tau, selected);
    if (selected.V.cols() < selected.V.rows())
      steps.truncated = with_stored_bounds(truncate(steps.core, steps.rotated, selected.V, precision));
  }
  const matrix<mp_float>& core = steps.truncated ? steps.truncated->C : steps.core.C;
  steps.svd = decompose(core, precision);
  steps.svd.defects = stored_defects(steps.svd.defects);
  std::vector<mp_interval> values = core_values(steps);
  std::vector<mp_interval> tails = tail_values(steps);
  std::vector<mp_interval> frozen = mixer_singular_values(steps.rotated, precision);
  if (box) {
    steps.box = box->bounds;
    values = widened(std::move(values), box->bounds.jacobian);
    tails = widened(std::move(tails), box->bounds.jacobian);
    frozen = widened(std::move(frozen), box->bounds.frozen);
  }

  certificate c;
  c.subject = subject;
  c.subject.mixer = std::string(mixer.name());
  c.subject.convention = input.convention;
  c.subject.streams = n;
  c.subject.width = d;
  c.subject.with = input.read ? "read" : input.branch_output ? "write" : "residual";
  c.forward = forward;
  for (const mp_interval& value : frozen) c.frozen_spectrum.push_back(stored(value));
  c.core.method = method == core_method::common ? "common" : "stream-adapted";
  c.core.dimension = core.rows();
  for (std::size_t k = 0; k < n; ++k) c.core.generators.push_back(steps.spans.dimension(k));
  c.core.stream_dimensions = steps.truncated ? std::vector(n, steps.truncated->V.cols()) : c.core.generators;
  c.core.selection = selection;
  c.core.radius = stored_bound(std::max(radius_of(values, steps.svd.factors.sigma), radius_of(tails, steps.rotated.s)));
  std::vector<spectrum_entry<mp_interval>> parts;
  for (const mp_interval& value : values) {
    c.core.values.push_back(stored(value));
    parts.push_back({value, 1, "core"});
  }
  for (std::size_t k = 0; k < outputs; ++k)
    if (const std::size_t q = c.core.stream_dimensions[k]; q < d) {
      const std::size_t counted = steps.truncated ? d : box ? static_cast<std::size_t>(box->bounds.generators) : q;
      for (const core_tail& tail : split_tail(k, stored(tails[k]), q, counted, d)) c.core.tails.push_back(tail);
      parts.push_back({tails[k], d - q, "tail"});
    }
  const std::vector<spectrum_entry<mp_interval>> merged = merge(parts); // storing commutes with sorting
  if (box) require_useful(box->bounds, merged.front().value);
  for (const auto& [value, multiplicity, from] : merged) c.spectrum.push_back({stored(value), multiplicity, from});
  const bool kept = digits == 0 || std::all_of(c.spectrum.begin(), c.spectrum.end(), [&](const auto& entry) {
                      return keeps_promise(entry.value, c.spectrum.front().value, digits);
                    });
  c.quantities = quantities_of(c.spectrum, c.frozen_spectrum, d, digits);
  const bool fed_back = !steps.spans.spaces.empty() || (box && box->bounds.generators > 0);
  c.quantities.rank_at_most = fed_back ? std::min(outputs * d, rank.at_most) : 0;
  c.quantities.rank_theorem = rank.theorem;
  c.claims = claims_of(steps);
  if (never_mixed)
    c.notes.push_back(
        "H is exactly the identity and does not depend on the state: the residual of this site was never mixed "
        "(was it computed, but not used, in training?)");
  c.made_by = this_producer();
  c.made_by.arithmetic = text(arithmetic);
  return {std::move(c), kept};
}

} // namespace

certificate certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject,
                    const precision& precision, core_method method, const router_arithmetic& arithmetic,
                    const std::optional<rank_tolerance>& tau) {
  return certify(mixer, input, subject, precision, 0, method, arithmetic, tau).document;
}

certificate certify_digits(const mixer& mixer, const mixer_input& input, const certificate_subject& subject, int digits,
                           core_method method, const router_arithmetic& arithmetic,
                           const std::optional<rank_tolerance>& tau) {
  require_digits(digits);
  constexpr int attempts = 3;
  for (int attempt = 0; attempt < attempts; ++attempt)
    if (result r = certify(mixer, input, subject, places_for(digits, attempt), digits, method, arithmetic, tau); r.kept)
      return std::move(r.document);
  if (!input.state_radius.values().empty())
    throw not_certified("not every singular value has " + std::to_string(digits) +
                        " digits that all states within the radii share; ask for fewer digits, or smaller radii");
  throw not_certified(
      "the refinement did not reach " + std::to_string(digits) + " digits" +
      (tau ? "; what --tau leaves out of the core may not allow more" : "") +
      (digits > 15 ? "" : "; where binary64 has fewer, as below 2^-1022, 16 or more give decimal ends"));
}

} // namespace mixcert
