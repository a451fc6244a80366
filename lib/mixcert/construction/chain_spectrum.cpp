#include "mixcert/construction/chain_spectrum.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/estimate.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/jacobian/power.hpp"
#include "mixcert/mixer/convert.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

mixer_evaluation<mp_interval> evaluated(const mixer& mixer, const mixer_input& input, const arithmetic& in,
                                        mpfr_prec_t bits) {
  if (in.in == arithmetic::kind::mp) return mixer.evaluate(context<mp_interval>{bits}, input);
  try {
    return converted(mixer.evaluate(context<interval>{}, input), [bits](const interval& x) {
      return mp_interval(mp_float(x.lower(), 53), mp_float(x.upper(), 53), bits);
    });
  } catch (const std::domain_error& error) {
    throw not_certified(std::string("in binary64 interval arithmetic: ") + error.what());
  }
}

precision places_of(mpfr_prec_t witness) {
  const mpfr_prec_t basis = 2 * witness + 16;
  return {witness, basis, basis + 112};
}

std::vector<spectrum_entry<mp_interval>> enclosed(const mixer& mixer, const mixer_input& input, std::size_t layers,
                                                  const arithmetic& in, const precision& places) {
  const context<mp_interval> context{places.working};
  const feedback<mp_interval> one =
      feedback_of(context, evaluated(mixer, input, in, places.working), input, core_method::common);
  return enclose_scaled_spectrum(power(context, one, layers), input.state.cols(), places);
}

chain_spectrum enclosures(const mixer& mixer, const mixer_input& input, std::size_t layers, const arithmetic& in) {
  const int doublings = in.in == arithmetic::kind::mp ? 5 : 0;
  for (int attempt = 0;; ++attempt) {
    const precision places = places_of(in.bits << attempt);
    const auto spectrum = enclosed(mixer, input, layers, in, places);
    if (attempt < doublings && !are_narrow(spectrum, std::max<mpfr_prec_t>(40, in.bits - 68))) continue;
    chain_spectrum r{{}, places.working};
    for (const auto& entry : spectrum) r.values.push_back({entry.value, entry.multiplicity});
    return r;
  }
}

mp_float exact(float64 x) { return {x, 53}; }
mp_float exact(const quad& x) { return to_mp_float(x); }

template <class S>
chain_spectrum guesses(const context<S>& context, const mixer& mixer, const mixer_input& input, std::size_t layers) {
  const std::size_t width = input.state.cols();
  const feedback<S> one = feedback_of(context, mixer.evaluate(context, input), input, core_method::common);
  const estimated_spectrum<S> estimated = estimate_spectrum(context, power(context, one, layers), width);
  std::vector<std::pair<mp_float, std::size_t>> all;
  for (const S& value : estimated.core) all.emplace_back(exact(value), 1);
  for (std::size_t k = 0; k < estimated.frozen.size(); ++k)
    if (const std::size_t q = estimated.stream_dimensions[k]; q < width)
      all.emplace_back(exact(estimated.frozen[k]), width - q);
  std::ranges::stable_sort(
      all, [](const auto& a, const auto& b) { return mpfr_greater_p(a.first.get(), b.first.get()) != 0; });
  chain_spectrum r;
  for (const auto& [value, count] : all) r.values.push_back({value, count});
  return r;
}

} // namespace

chain_spectrum chain_singular_values(const mixer& mixer, const mixer_input& input, std::size_t layers,
                                     const arithmetic& in) {
  switch (in.in) {
  case arithmetic::kind::binary64_interval:
  case arithmetic::kind::mp:
    return enclosures(mixer, input, layers, in);
  case arithmetic::kind::binary128:
    return guesses(context<quad>{}, mixer, input, layers);
  case arithmetic::kind::binary64:
    return guesses(context<float64>{}, mixer, input, layers);
  case arithmetic::kind::exact:
    break;
  }
  throw std::invalid_argument("the equations of mixers have no rational numbers");
}

} // namespace mixcert
