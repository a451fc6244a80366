#include "mixcert/diagnostic/top_direction.hpp"

#include "mixcert/spectrum/golub_kahan.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace mixcert {

namespace {

/// Rounded to a multiple of 2^-64 that is a binary64 number.
mp_float short_number(const mp_float& x) {
  constexpr int places = 64, of_binary64 = 53;
  return {std::ldexp(std::nearbyint(std::ldexp(to_double(x), places)), -places), of_binary64};
}

top_direction bounded(singular_triple triple, const linear_map<mp_interval>& map,
                      const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  const mpfr_prec_t bits = spectrum.front().value.bits();
  const angle_bounds angles = bound_top_angles(triple, map.times(enclosed(triple.right, bits)),
                                               map.adjoint_times(enclosed(triple.left, bits)), spectrum);
  return {std::move(triple), angles};
}

} // namespace

top_direction top_direction_of(const linear_map<quad>& guess, const linear_map<mp_interval>& map,
                               const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t most_steps) {
  if (guess.rows != map.rows || guess.columns != map.columns || map.rows == 0 || map.columns == 0 || most_steps == 0 ||
      spectrum.empty())
    throw std::invalid_argument("top_direction_of: the two maps must be of one size, and no number zero");
  const svd_guess<quad> found = guess_first_vectors(guess, most_steps);
  const svd_guess<mp_float> exact{
      mixcert::map(found.U, to_mp_float), {to_mp_float(found.sigma.front())}, mixcert::map(found.V, to_mp_float)};
  return bounded(triple_of(exact, 0), map, spectrum);
}

std::vector<mp_float> short_vector(std::vector<mp_float> x) {
  for (mp_float& value : x) value = short_number(value);
  return x;
}

top_direction with_short_vectors(top_direction found, const linear_map<mp_interval>& map,
                                 const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  for (std::vector<mp_float>* vector : {&found.triple.left, &found.triple.right})
    *vector = short_vector(std::move(*vector));
  return bounded(std::move(found.triple), map, spectrum);
}

} // namespace mixcert
