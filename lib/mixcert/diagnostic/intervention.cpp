#include "mixcert/diagnostic/intervention.hpp"

#include "mixcert/diagnostic/spectral_quantities.hpp"
#include "mixcert/jacobian/rotation.hpp"

#include <stdexcept>

namespace mixcert {
namespace {

std::size_t number_of_values(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  std::size_t count = 0;
  for (const auto& entry : spectrum) count += entry.multiplicity;
  return count;
}

std::optional<mp_interval> ratio(const mp_interval& after, const mp_interval& before) {
  if (!certainly_less(mp_interval(0, before.bits()), before)) return std::nullopt;
  return after / before;
}

} // namespace

std::vector<spectrum_entry<mp_interval>> frozen_spectrum(const matrix<mp_interval>& F, std::size_t width,
                                                         const precision& places) {
  std::vector<spectrum_entry<mp_interval>> parts;
  for (const mp_interval& value : mixer_singular_values(certify_rotation(F, places), places))
    parts.push_back({value, width, "tail"});
  return merge(parts);
}

spectral_change change_of_spectrum(const std::vector<spectrum_entry<mp_interval>>& before,
                                   const std::vector<spectrum_entry<mp_interval>>& after) {
  if (before.empty() || number_of_values(before) != number_of_values(after))
    throw std::invalid_argument("change_of_spectrum: both maps must have as many singular values, and at least one");
  const mp_interval &norm_before = before.front().value, &norm_after = after.front().value;
  const mp_interval square_before = mean_square(before), square_after = mean_square(after);
  return {norm_after - norm_before, square_after - square_before, ratio(norm_after, norm_before),
          ratio(square_after, square_before)};
}

} // namespace mixcert
