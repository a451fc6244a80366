#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/tanh_gates.hpp"

namespace mixcert::checker {
namespace {

/// The weights are d times those of the equations, as the generators are.
equations hc_paper(const site& at, mpfr_prec_t bits) {
  const std::size_t d = at.d;
  const exact_rows rows = tanh_gate_rows(at);
  router route{.single_streams = true, .kind = normalisation::layer, .constant = at.at_least_zero("norm_eps")};
  route.weights = centred(times_features(rows, at.tensor("norm.weight", {d})));
  route.weights.factor *= d;
  return tanh_gated(at, std::move(route), rational(1, d), products(rows, at.tensor("norm.bias", {d})), bits);
}

} // namespace

const mixer_entry hc_paper_entry{"hc-paper", with_tanh_gates(named({"norm.weight", "norm.bias"})), hc_paper};

} // namespace mixcert::checker
