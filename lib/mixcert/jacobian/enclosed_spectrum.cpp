#include "mixcert/jacobian/enclosed_spectrum.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/core.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "mixcert/spectrum/enclosure.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mixcert {
namespace {

/// The core and what it leaves.
struct reduction {
  rotation rotated;
  stream_adapted_core core;
  std::vector<spectrum_entry<mp_interval>> tails;
};

reduction reduce(const feedback<mp_interval>& feedback, std::size_t width, const precision& places) {
  const context<mp_interval> context{places.working};
  reduction r{certify_rotation(feedback.frozen, places), {}, {}};
  const feature_spans<mp_interval> spans = spans_of(context, feedback, enclose(r.rotated.Q, places.working), width);
  std::vector<triangular_basis> bases;
  for (const feature_space<mp_interval>& space : spans.spaces)
    bases.push_back(space.standard ? standard_basis(width, places) : certify_basis(space.gram, places));
  r.core = assemble_core(spans, bases, r.rotated, places);
  const std::vector<mp_interval> values = mixer_singular_values(r.rotated, places);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const std::size_t q = spans.dimension(k); q < width) r.tails.push_back({values[k], width - q, "tail"});
  return r;
}

/// J / 2^exponent with entries of moderate size: radii are binary64 numbers.
long moderate(feedback<mp_interval>& f) {
  std::optional<long> exponent;
  const auto measure = [&](const matrix<mp_interval>& a) {
    for (const mp_interval& x : a.values()) {
      if (!is_finite(x)) throw not_certified("an entry of the product could not be bounded");
      if (!is_exact_zero(x)) exponent = std::max(exponent.value_or(exponent_of(abs(x))), exponent_of(abs(x)));
    }
  };
  measure(f.frozen);
  for (const matrix<mp_interval>& D : f.derivatives) measure(D);
  const long e = exponent.value_or(0);
  const auto divided = [e](const mp_interval& x) { return scaled(x, -e); };
  f.frozen = map(f.frozen, divided);
  for (matrix<mp_interval>& D : f.derivatives) D = map(D, divided);
  return e;
}

} // namespace

std::vector<spectrum_entry<mp_interval>> enclose_spectrum(const feedback<mp_interval>& feedback, std::size_t width,
                                                          const precision& places) {
  const reduction r = reduce(feedback, width, places);
  const verified_svd svd = decompose(r.core.C, places);
  std::vector<spectrum_entry<mp_interval>> parts = r.tails;
  for (const mp_interval& value : enclose_singular_values(svd.factors, svd.defects, r.core.epsilon, places.working))
    parts.push_back({undo_rotation(r.rotated, value), 1, "core"});
  return merge(parts);
}

std::vector<spectrum_entry<mp_interval>> enclose_scaled_spectrum(feedback<mp_interval> feedback, std::size_t width,
                                                                 const precision& places) {
  const long exponent = moderate(feedback);
  auto spectrum = enclose_spectrum(feedback, width, places);
  for (auto& entry : spectrum) entry.value = scaled(std::move(entry.value), exponent);
  return spectrum;
}

bool are_narrow(const std::vector<spectrum_entry<mp_interval>>& spectrum, mpfr_prec_t places) {
  std::optional<mp_float> least;
  const auto narrow = [places](const mp_interval& x) {
    mp_float width(64), allowed(x.lower(), 64);
    mpfr_sub(width.get(), x.upper(), x.lower(), MPFR_RNDU);
    mpfr_mul_2si(allowed.get(), allowed.get(), -places, MPFR_RNDD);
    return mpfr_sgn(x.lower()) > 0 && mpfr_lessequal_p(width.get(), allowed.get()) != 0;
  };
  for (const auto& entry : spectrum)
    if (narrow(entry.value) && (!least || mpfr_less_p(entry.value.lower(), least->get()) != 0))
      least = mp_float(entry.value.lower(), entry.value.bits());
  if (!least) return false;
  const mp_float small = scaled(*least, -places);
  return std::ranges::all_of(spectrum, [&](const auto& entry) {
    return narrow(entry.value) || mpfr_lessequal_p(entry.value.upper(), small.get()) != 0;
  });
}

double norm_at_most(const feedback<mp_interval>& feedback, std::size_t width, const precision& places) {
  const reduction r = reduce(feedback, width, places);
  double largest = 0;
  for (const auto& tail : r.tails) largest = std::max(largest, magnitude_up(tail.value));
  const matrix<double> C = map(r.core.C, [](const mp_float& x) { return to_double(x); });
  if (C.values().empty()) return largest;
  matrix<mp_float> rest = r.core.C;
  for (std::size_t at = 0; at < C.values().size(); ++at)
    rest.values()[at] = rest.values()[at] - mp_float(C.values()[at], places.working);
  const svd_guess<double> guess = guess_svd(C);
  const std::vector<mp_interval> values = enclose_singular_values(
      guess, bound_defects(C, guess), add_up(r.core.epsilon, mul_up(2, frobenius_up(rest))), places.working);
  return std::max(largest, magnitude_up(undo_rotation(r.rotated, values.front())));
}

} // namespace mixcert
