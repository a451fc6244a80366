// What routers of the whole state after an RMSNorm have in common: tensors and gates.
#pragma once

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

inline constant_spec rms_router_constant() {
  return {"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"};
}

/// With m parameters of H.
inline std::vector<tensor_spec> rms_router_tensors(std::size_t streams, std::size_t features, const tensor_axis& m) {
  const tensor_axis n{"n", streams}, state{"nd", streams * features};
  return {{"norm.weight", {state}}, {"W_res", {state, m}}, {"a_res", {}},  {"b_res", {m}},
          {"W_pre", {state, n}},    {"a_pre", {}},         {"b_pre", {n}}, {"W_post", {state, n}},
          {"a_post", {}},           {"b_post", {n}}};
}

/// Gates, and so many logits of H.
inline operation_count rms_routed(const polynomial& logits) {
  using cost::n, cost::d;
  const operation_count weight{.multiplications = n * d};
  return cost::rms_normalised(n * d) + weight + cost::affine_logits(n * d, logits + 2 * n) + cost::sigmoid_gates();
}

inline mixer_costs rms_router_costs(const polynomial& logits, operation_count mix,
                                    std::map<std::string, std::size_t> variables = {}) {
  return cost::completed({.parameters = cost::predictor_parameters(logits),
                          .route = rms_routed(logits),
                          .mix = std::move(mix),
                          .variables = std::move(variables)});
}

/// z = norm.weight o vec X / sqrt(mean(x^2) + norm_eps); weights 0, ..., m - 1 of the router are W_res, then come W_pre
/// and W_post:
///   p = a_res z W_res + b_res,  read = sigmoid(a_pre z W_pre + b_pre),  write = 2 sigmoid(a_post z W_post + b_post).
template <class S> class rms_router {
 public:
  /// Throws input_error unless norm_eps >= 0, and not_certified where the root may be zero.
  rms_router(const context<S>& context, const mixer_input& input, const matrix<S>& X)
      : context_(context), input_(input),
        rows_(columns_as_rows(X.values().size(), {values("W_res"), values("W_pre"), values("W_post")})),
        router_(context, rows_, exact_numbers(context, values("norm.weight")), X,
                root_mean_square(context, X.values().data(), X.values().size(),
                                 at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number()),
                                 "the state", "norm_eps")) {}
  rms_router(const rms_router&) = delete;
  rms_router& operator=(const rms_router&) = delete;
  ~rms_router() = default;

  std::size_t parameters() const { return values("b_res").size(); }
  double scale() const { return values("a_res").front(); }
  std::vector<S> p() const {
    std::vector<S> r;
    for (std::size_t l = 0; l < parameters(); ++l)
      r.push_back(router_.normalised(l) * context_.exact(scale()) + context_.exact(values("b_res")[l]));
    return r;
  }

  /// To add the arrays of H to.
  whole_state_router<S>& arrays() { return router_; }

  /// Adds those of the gates and gives the gates; H and its slopes are still zero, and p are the logits, in one row.
  whole_state_outputs<S> outputs() {
    const std::size_t m = parameters(), n = router_.streams();
    const std::vector<std::size_t> read = router_.add_each("pre", m, n), write = router_.add_each("post", m + n, n);
    whole_state_outputs<S> y(context_, router_, 1, m);
    y.logits.values() = p();
    add_sigmoid_gates(context_, router_, m, read, values("a_pre").front(), values("b_pre").data(), 1, y.read, y.dread);
    add_sigmoid_gates(context_, router_, m + n, write, values("a_post").front(), values("b_post").data(), 2, y.write,
                      y.dwrite);
    return y;
  }

  mixer_evaluation<S> evaluation(whole_state_outputs<S> y) && {
    return evaluation_of(context_, std::move(router_), std::move(y));
  }

 private:
  const std::vector<double>& values(const char* name) const { return input_.parameters.at(name); }

  const context<S>& context_;
  const mixer_input& input_;
  matrix<double> rows_;
  whole_state_router<S> router_;
};

} // namespace mixcert
