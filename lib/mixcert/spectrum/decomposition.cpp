#include "mixcert/spectrum/decomposition.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/interval_matrix.hpp"

namespace mixcert {

verified_svd decompose(const matrix<mp_float>& C, const precision& places) {
  const mpfr_prec_t bits = places.witness + 64; // T7's rounding stays far below the witness grid
  const long exponent = largest_exponent(C);
  const matrix<mp_float> scaled_C =
      map(C, [&](const mp_float& x) { return mp_float(scaled(x, -exponent).get(), bits); });
  const auto grid = -static_cast<long>(places.witness);
  const auto on_grid = [&](const mp_float& x) { return mp_float(rounded_to_grid(x, grid).get(), bits); };
  verified_svd r{refine_svd(scaled_C, places.witness + 16), {}};
  r.factors.U = map(r.factors.U, on_grid);
  r.factors.V = map(r.factors.V, on_grid);
  for (mp_float& x : r.factors.sigma) x = mp_float(rounded_to_grid(x, grid - 16).get(), bits);
  r.defects = bound_defects(scaled_C, r.factors);
  r.defects.residual = magnitude_up(scaled(mp_float(r.defects.residual, bits), exponent));
  for (mp_float& x : r.factors.sigma) x = scaled(x, exponent);
  return r;
}

std::vector<mp_interval> enclose_singular_values(const matrix<mp_interval>& M, const precision& places) {
  for (const mp_interval& x : M.values())
    if (!is_finite(x))
      throw not_certified("an entry of the matrix could not be bounded, so neither its singular values");
  if (M.values().empty()) return {};
  matrix<mp_float> middle = map(M, [&](const mp_interval& x) { return midpoint(x, places.working); });
  const long exponent = largest_exponent(middle);
  for (mp_float& x : middle.values()) x = rounded_to_grid(x, exponent - places.witness - 64);
  const double distance = frobenius_up(subtract(M, enclose(middle, places.working)));
  const verified_svd svd = decompose(middle, places);
  return enclose_singular_values(svd.factors, svd.defects, distance, places.working);
}

} // namespace mixcert
