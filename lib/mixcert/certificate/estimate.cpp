#include "mixcert/certificate/estimate.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/estimate.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>

namespace mixcert {
namespace {

mp_float exact(double x) { return {x, 53}; }
mp_float exact(const quad& x) { return to_mp_float(x); }

const char* name_of(const context<float64>&) { return "float64"; }
const char* name_of(const context<quad>&) { return "quad"; }

/// So many decimals tell all numbers of the format apart.
int digits_of(const context<float64>&) { return 17; }
int digits_of(const context<quad>&) { return 36; }

template <class S> std::vector<spectrum_entry<S>> joined(const estimated_spectrum<S>& s, std::size_t width) {
  std::vector<spectrum_entry<S>> all;
  for (const S& value : s.core) all.push_back({value, 1, "core"});
  for (std::size_t k = 0; k < s.frozen.size(); ++k)
    if (const std::size_t p = s.stream_dimensions[k]; p < width) all.push_back({s.frozen[k], width - p, "tail"});
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return certainly_less(b.value, a.value); });
  return all;
}

template <class S> S mean_square(const context<S>& context, const std::vector<spectrum_entry<S>>& spectrum) {
  S sum = context.exact(0);
  std::size_t count = 0;
  for (const auto& entry : spectrum) {
    sum += context.exact(static_cast<double>(entry.multiplicity)) * sqr(entry.value);
    count += entry.multiplicity;
  }
  return sum / context.exact(static_cast<double>(count));
}

/// An upper bound of the distance of a number from an interval.
double distance_up(const mp_float& x, const enclosure& ends) {
  constexpr mpfr_prec_t bits = 512;
  const mp_interval held = lift(ends, bits), point(x, bits), zero(0, bits);
  const mp_interval below = mp_interval(mp_float(held.lower(), bits), bits) - point;
  const mp_interval above = point - mp_interval(mp_float(held.upper(), bits), bits);
  return magnitude_up(max(zero, max(below, above)));
}

/// Value by value, both lists expanded by multiplicity.
void compare(estimate& e, const certificate& certified) {
  auto proved = certified.spectrum.begin();
  std::size_t left = proved->multiplicity;
  for (const auto& entry : e.spectrum)
    for (std::size_t rest = entry.multiplicity; rest > 0;) {
      const std::size_t both = std::min(rest, left);
      const double distance = distance_up(entry.value, proved->value);
      if (distance > 0) e.outside += both;
      e.distance = std::max(e.distance, distance);
      rest -= both;
      left -= both;
      if (left == 0 && ++proved != certified.spectrum.end()) left = proved->multiplicity;
    }
  const double norm = certified.quantities.norm.lower();
  e.relative_distance = e.distance == 0 ? 0 : div_up(e.distance, norm);
}

} // namespace

template <scalar S>
estimate estimate_in(const context<S>& context, const mixer& mixer, const mixer_input& input, core_method method,
                     const certificate& certified) {
  mixer_evaluation<S> evaluation = mixer.evaluate(context, input);
  const matrix<S> H = evaluation.H;
  const std::size_t width = input.state.cols();
  const estimated_spectrum<S> values =
      estimate_spectrum(context, feedback_of(context, std::move(evaluation), input, method), width);
  const std::vector<spectrum_entry<S>> spectrum = joined(values, width);
  std::vector<spectrum_entry<S>> frozen;
  for (const S& value : values.frozen) frozen.push_back({value, 1, "core"});

  estimate e{.subject = certified.subject,
             .arithmetic = name_of(context),
             .digits = digits_of(context),
             .H = map(H, [](const S& x) { return exact(x); }),
             .method = certified.core.method,
             .stream_dimensions = values.stream_dimensions,
             .core = {},
             .frozen = {},
             .spectrum = {},
             .norm = exact(spectrum.front().value),
             .frozen_norm = exact(values.frozen.front()),
             .mean_square = exact(mean_square(context, spectrum)),
             .frozen_mean_square = exact(mean_square(context, frozen)),
             .smallest = exact(spectrum.back().value)};
  for (const S& value : values.core) e.core.push_back(exact(value));
  for (const S& value : values.frozen) e.frozen.push_back(exact(value));
  for (const auto& [value, multiplicity, from] : spectrum) e.spectrum.push_back({exact(value), multiplicity, from});
  compare(e, certified);
  return e;
}

template estimate estimate_in(const context<float64>&, const mixer&, const mixer_input&, core_method,
                              const certificate&);
template estimate estimate_in(const context<quad>&, const mixer&, const mixer_input&, core_method, const certificate&);

} // namespace mixcert
