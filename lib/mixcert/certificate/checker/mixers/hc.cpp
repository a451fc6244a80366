#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/tanh_gates.hpp"

namespace mixcert::checker {
namespace {

equations hc(const site& at, mpfr_prec_t bits) {
  router route{.single_streams = true, .kind = normalisation::clamped, .constant = at.positive("norm_clamp")};
  route.weights = times_features(tanh_gate_rows(at), at.tensor("norm.gamma", {at.d}), at.real("gamma_offset"));
  return tanh_gated(at, std::move(route), 1, std::vector<rational>(at.n + 2), bits);
}

} // namespace

const mixer_entry hc_entry{"hc", with_tanh_gates(named({"norm.gamma"})), hc};

} // namespace mixcert::checker
