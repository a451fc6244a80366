// Certificates to examine.
#pragma once

#include "mixcert/certificate/certify.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/hc.hpp"
#include "support/artificial_mixer.hpp"
#include "support/hc_cases.hpp"

#include <algorithm>
#include <concepts>
#include <stdexcept>

using namespace mixcert::test;

/// A mixer whose equations have been solved already.
class solved_mixer final : public mixcert::in_every_arithmetic<solved_mixer> {
 public:
  explicit solved_mixer(const problem& p) : p_(p) {}
  std::string_view name() const override { return "solved"; }
  std::vector<mixcert::constant_spec> constants() const override { return {}; }
  std::vector<mixcert::tensor_spec> tensors(std::size_t, std::size_t, const mixcert::mixer_convention&) const override {
    return {};
  }
  std::string_view summary() const override { return "solved already"; }
  mixcert::mixer_costs costs(std::size_t, const mixcert::mixer_convention&) const override { return {}; }
  mixcert::mixer_invariants invariants(const mixcert::mixer_convention&) const override { return {}; }
  mixcert::state_dependence dependence(std::size_t n, const mixcert::mixer_convention&) const override {
    return {n * n};
  }
  template <class S>
  mixcert::mixer_evaluation<S> evaluate_at(const mixcert::context<S>&, const mixcert::mixer_input&,
                                           const mixcert::matrix<S>&) const {
    if constexpr (std::same_as<S, mixcert::mp_interval>)
      return p_.e;
    else
      throw std::logic_error("this mixer is known in mp_interval only");
  }

 private:
  problem p_;
};

inline mixcert::certificate certified(const problem& p, const mixcert::precision& places = {},
                                      mixcert::core_method method = mixcert::core_method::stream_adapted,
                                      const std::optional<mixcert::rank_tolerance>& tau = std::nullopt) {
  mixcert::mixer_input input{{}, {}, mixcert::matrix<double>(p.streams(), p.width, 0.0)};
  input.read = p.read;
  mixcert::certificate_subject subject;
  if (!p.y.empty() && !p.read) {
    input.branch_output = p.y;
    subject.branch_output = mixcert::tensor_reference{"y", "states.safetensors", "F64", {p.width}, "22", {}};
  }
  return certify(solved_mixer(p), input, subject, {.places = places, .core = method, .tau = tau});
}

inline mixcert::certificate certified(const mixcert::mixer_input& input, const mixcert::precision& places = {}) {
  mixcert::certificate_subject subject;
  subject.site = "layers.0";
  subject.parameters = {{"layers.0.norm.gamma", "weights.safetensors", "F32", {input.state.cols()}, "00", {}}};
  subject.state = {"x", "states.safetensors", "BF16", {input.state.rows(), input.state.cols()}, "11", {0, 3}};
  return certify(mixcert::hc_mixer(), input, subject, {.places = places});
}

/// A site whose residual columns are those of the identity and do not depend on the state.
inline mixcert::mixer_input never_mixed_input(std::size_t n, std::size_t d) {
  mixcert::mixer_input input = small_hc_input(5, n, d);
  for (std::size_t t = 1; t <= n; ++t) {
    for (std::size_t s = 0; s < n; ++s) input.parameters["static_alpha"][s * (1 + n) + t] = s + 1 == t ? 1 : 0;
    for (std::size_t c = 0; c < d; ++c) input.parameters["dynamic_alpha_fn"][c * (1 + n) + t] = 0;
  }
  return input;
}

inline const mixcert::claim& claim_of(const mixcert::certificate& c, std::string_view type) {
  for (const mixcert::claim& step : c.claims)
    if (step.type == type) return step;
  throw std::out_of_range("no claim of type " + std::string(type));
}

inline mixcert::mp_interval lifted(const mixcert::interval& x) {
  return {mixcert::mp_float(x.lower(), 53), mixcert::mp_float(x.upper(), 53), 53};
}

/// One enclosure a singular value.
inline std::vector<mixcert::mp_interval>
expanded(const std::vector<mixcert::spectrum_entry<mixcert::enclosure>>& spectrum, mpfr_prec_t bits = 53) {
  std::vector<mixcert::mp_interval> r;
  for (const auto& entry : spectrum) r.insert(r.end(), entry.multiplicity, lift(entry.value, bits));
  return r;
}
