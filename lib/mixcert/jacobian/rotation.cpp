#include "mixcert/jacobian/rotation.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/complete.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>
#include <limits>

namespace mixcert {

rotation certify_rotation(const matrix<mp_interval>& F, const precision& precision) {
  for (const mp_interval& x : F.values())
    if (!is_finite(x)) throw not_certified("an entry of the realised mixer H could not be bounded");
  const matrix<mp_float> middle = map(F, [&](const mp_interval& x) { return midpoint(x, precision.working); });
  const long exponent = largest_exponent(middle);
  const svd_guess<mp_float> svd =
      refine_svd(map(middle, [&](const mp_float& x) { return scaled(x, -exponent); }), precision.witness + 16);
  const auto on_grid = [&](const mp_float& x) { return rounded_to_grid(x, -static_cast<long>(precision.witness)); };
  rotation r{map(svd.U, on_grid), map(completed(svd.V), on_grid), {}, 0, 0, 0};
  for (const mp_float& x : svd.sigma)
    r.s.push_back(scaled(rounded_to_grid(x, -static_cast<long>(precision.witness) - 16), exponent));

  const matrix<mp_interval> P = enclose(r.P, precision.working), Q = enclose(r.Q, precision.working);
  r.alpha = frobenius_up(minus_identity(multiply(transpose(P), P)));
  r.beta = frobenius_up(minus_identity(multiply(transpose(Q), Q)));
  matrix<mp_interval> N = multiply(multiply(transpose(P), F), Q);
  for (std::size_t k = 0; k < N.rows(); ++k) N(k, k) -= mp_interval(r.s[k], precision.working);
  r.nu = frobenius_up(N);
  if (!(r.alpha < 1) || !(r.beta < 1) || !(r.nu < std::numeric_limits<double>::infinity()))
    throw not_certified("no rotation of the realised mixer H could be verified");
  return r;
}

mp_interval undo_rotation(const rotation& rotation, const mp_interval& value) {
  const mp_interval one(1, value.bits()), alpha(rotation.alpha, value.bits()), beta(rotation.beta, value.bits());
  const mp_interval low = value / sqrt((one + alpha) * (one + beta));
  const mp_interval high = value / sqrt((one - alpha) * (one - beta));
  return hull(low, high);
}

std::vector<mp_interval> mixer_singular_values(const rotation& rotation, const precision& precision) {
  const mp_interval nu(rotation.nu, precision.working), zero(0, precision.working);
  std::vector<mp_interval> values;
  for (const mp_float& s : rotation.s) {
    const mp_interval value(s, precision.working);
    values.push_back(undo_rotation(rotation, hull(max(zero, value - nu), value + nu)));
  }
  return values;
}

} // namespace mixcert
