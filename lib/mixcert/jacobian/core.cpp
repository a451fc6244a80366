#include "mixcert/jacobian/core.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/detail/core_product.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <limits>

namespace mixcert {
namespace {

/// eta of theorem T3 (b): bound of ||C* - C_0|| that the bases cause; M = diag(R) W diag(R)^T.
double basis_error(const std::vector<triangular_basis>& bases, const mp_interval_matrix& RW,
                   const mp_interval_matrix& WRt, const mp_interval_matrix& W, const mp_interval_matrix& M,
                   mpfr_prec_t bits) {
  double psi = 0, theta = 0;
  bool all_phi = true;
  for (const triangular_basis& basis : bases) {
    all_phi = all_phi && basis.phi;
    psi = std::max(psi, basis.phi.value_or(0));
    theta = std::max(theta, basis.phi ? mul_up(*basis.phi, frobenius_up(enclose(basis.R, bits))) : sqrt_up(*basis.t));
  }
  if (all_phi) return mul_up(mul_up(add_up(2, psi), psi), frobenius_up(M));
  const double linear = add_up(frobenius_up(RW), frobenius_up(WRt));
  return mul_up(theta, add_up(linear, mul_up(theta, frobenius_up(W))));
}

} // namespace

stream_adapted_core assemble_core(const feature_spans<mp_interval>& spans, const std::vector<triangular_basis>& bases,
                                  const rotation& rotation, const precision& precision) {
  if (spans.streams.empty()) return {matrix<mp_float>(0, 0, std::vector<mp_float>{}), 0};
  const context<mp_interval> context{precision.working};
  std::vector<mp_interval_matrix> R;
  for (const triangular_basis& basis : bases) R.push_back(enclose(basis.R, precision.working));
  const mp_interval_matrix W = rotated_feedback(context, spans, enclose(rotation.P, precision.working));
  const mp_interval_matrix RW = apply_bases(context, spans, R, W);
  const mp_interval_matrix WRt = transpose(apply_bases(context, spans, R, transpose(W)));
  const mp_interval_matrix M = transpose(apply_bases(context, spans, R, transpose(RW)));
  mp_interval_matrix C = M;
  std::vector<mp_interval> s;
  for (const mp_float& value : rotation.s) s.emplace_back(value, precision.working);
  add_frozen(spans, s, C);
  for (const mp_interval& x : C.values())
    if (!is_finite(x)) throw not_certified("an entry of the core could not be bounded");

  stream_adapted_core core{map(C, [&](const mp_interval& x) { return midpoint(x, precision.working); }), 0};
  const long grid = largest_exponent(core.C) - static_cast<long>(precision.witness) - 16;
  for (mp_float& x : core.C.values()) x = rounded_to_grid(x, grid);
  const double rounding = frobenius_up(subtract(C, enclose(core.C, precision.working)));
  core.epsilon = add_up(add_up(rounding, basis_error(bases, RW, WRt, W, M, precision.working)), rotation.nu);
  if (!(core.epsilon < std::numeric_limits<double>::infinity()))
    throw not_certified("the error of the core could not be bounded");
  return core;
}

} // namespace mixcert
