// Gates that are a number plus a multiple of tanh of a single stream's logit, as in Hyper-Connections.
#pragma once

#include "mixcert/mixer/detail/declarations.hpp"
#include "mixcert/mixer/detail/per_stream.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <array>
#include <string>
#include <vector>

namespace mixcert {

/// With logits z_st: alpha_st = dynamic_alpha_scale tanh(z_st) + static_alpha_st, H_ts = alpha_{s,1+t},
/// read_s = alpha_s0, and likewise write_s.
struct tanh_gates {
  matrix<double> static_alpha;     ///< n x (1+n): column 0 reads, column 1+t feeds output stream t
  matrix<double> dynamic_alpha_fn; ///< d x (1+n)
  double dynamic_alpha_scale = 0;
  std::vector<double> static_beta;     ///< n
  std::vector<double> dynamic_beta_fn; ///< d
  double dynamic_beta_scale = 0;
};

inline std::vector<tensor_spec> tanh_gate_tensors(const tensor_axis& n, const tensor_axis& d) {
  const tensor_axis gates{"1+n", 1 + n.extent};
  return {{"static_alpha", {n, gates}}, {"dynamic_alpha_fn", {d, gates}}, {"dynamic_alpha_scale", {}},
          {"static_beta", {n}},         {"dynamic_beta_fn", {d}},         {"dynamic_beta_scale", {}}};
}

/// The features of the entries of H, `scaled` saying by what dynamic_alpha_fn is multiplied.
inline feature_group tanh_gate_features(std::size_t n, const std::string& scaled) {
  return {feature_group::row, numbered("w", 1, n), n, scaled + " dynamic_alpha_fn[:, t]"};
}

/// With what normalises a stream, and the parameters of that.
inline mixer_costs tanh_gate_costs(const operation_count& normalised_stream, const polynomial& norm_parameters) {
  using cost::n, cost::d;
  const auto gates = [](const polynomial& count) {
    return operation_count{.additions = count, .multiplications = count, .exponentials = count};
  };
  return cost::completed({.parameters = norm_parameters + (n + d) * (n + 1) + n + d + 2,
                          .route = n * (normalised_stream + cost::product(1, d, n + 2)) + gates(2 * n),
                          .mix = gates(n * n)});
}

inline tanh_gates tanh_gates_of(const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const auto values = [&](const char* name) { return input.parameters.at(name); };
  return {matrix<double>(n, 1 + n, values("static_alpha")),
          matrix<double>(d, 1 + n, values("dynamic_alpha_fn")),
          values("dynamic_alpha_scale").front(),
          values("static_beta"),
          values("dynamic_beta_fn"),
          values("dynamic_beta_scale").front()};
}

/// The weights of the logits in the order that evaluate_tanh_gates wants, each with row(column of length d) of
/// dynamic_alpha_fn or of dynamic_beta_fn: w1, ..., wn, then w0 (read) and b (write).
template <class S, class Row> std::vector<generator<S>> tanh_gate_weights(const tanh_gates& gates, Row row) {
  const matrix<double> columns = transpose(gates.dynamic_alpha_fn);
  const std::size_t d = columns.cols();
  const auto column = [&](std::size_t t) {
    const double* first = columns.values().data() + t * d;
    return std::vector<double>(first, first + d);
  };
  std::vector<generator<S>> weights;
  for (std::size_t t = 1; t < columns.rows(); ++t) weights.push_back({"w" + std::to_string(t), row(column(t))});
  weights.push_back({"w0", row(column(0))});
  weights.push_back({"b", row(gates.dynamic_beta_fn)});
  return weights;
}

/// `shift`: what is added to the router's normalised products, a number a weight.
template <class S>
mixer_evaluation<S> evaluate_tanh_gates(const context<S>& context, const tanh_gates& gates, per_stream_router<S> router,
                                        const std::vector<S>& shift) {
  mixer_evaluation<S> e = router.zeros();
  const std::size_t n = e.H.rows();
  const auto gate = [&](matrix<S>& derivative, std::size_t s, std::size_t t, double scale, double offset) {
    const S z = router.normalised(s, t) + shift[t], slope = context.exact(scale) * sqr(sech(z));
    router.add(derivative, s, t, slope);
    return std::array<S, 3>{context.exact(scale) * tanh(z) + context.exact(offset), z, slope};
  };
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      auto [value, z, slope] = gate(e.dH[t * n + s], s, t, gates.dynamic_alpha_scale, gates.static_alpha(s, 1 + t));
      e.H(t, s) = std::move(value);
      e.logits(s, t) = std::move(z);
      e.dH_dlogits(s, t) = std::move(slope);
    }
    e.read[s] = gate(e.dread[s], s, n, gates.dynamic_alpha_scale, gates.static_alpha(s, 0))[0];
    e.write[s] = gate(e.dwrite[s], s, n + 1, gates.dynamic_beta_scale, gates.static_beta[s])[0];
  }
  e.generators = std::move(router).take();
  return e;
}

} // namespace mixcert
