#include "mixcert/mixer/shc.hpp"

#include "mixcert/mixer/detail/cayley.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"

namespace mixcert {
namespace {

/// T: an orthonormal basis of the vectors that sum to zero.
template <class S> matrix<S> helmert(const context<S>& context, std::size_t n) {
  matrix<S> T(n, n - 1, context.exact(0));
  for (std::size_t c = 1; c < n; ++c) {
    const auto size = static_cast<double>(c);
    const S unit = context.exact(1) / sqrt(context.exact(size * (size + 1)));
    for (std::size_t i = 0; i < c; ++i) T(i, c - 1) = unit;
    T(c, c - 1) = -(context.exact(size) * unit);
  }
  return T;
}

/// The derivatives of entry (i, j) of A Q B by the parameters of Q: those of the inner product with a_i b_j^T.
template <class S>
std::vector<S> entry_gradient(const context<S>& context, const matrix<S>& A, const cayley_transform<S>& Q,
                              const matrix<S>& B, std::size_t i, std::size_t j) {
  matrix<S> G(A.cols(), B.rows(), context.exact(0));
  for (std::size_t u = 0; u < A.cols(); ++u)
    for (std::size_t v = 0; v < B.rows(); ++v) G(u, v) = A(i, u) * B(v, j);
  return gradient(context, Q, G, 0, 0);
}

class shc final : public in_every_arithmetic<shc> {
 public:
  std::string_view name() const override { return "shc"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_clamp", exact_constant(1e-12), "the state is divided by max(its norm, norm_clamp)"},
            {"gamma_offset", exact_constant(1.0), "normalised features are multiplied by gamma_offset + gamma"}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, state{"nd", streams * features}, one{"1", 1},
        free{"(n-1)^2", (streams - 1) * (streams - 1)};
    return {{"norm.gamma", {state}},
            {"to_alpha_pre.weight", {n, state}},
            {"static_alpha_pre", {n, one}},
            {"pre_branch_scale", {}},
            {"to_alpha_residual.weight", {free, state}},
            {"static_alpha_residual", {free}},
            {"residual_rot_scale_u", {}},
            {"residual_rot_scale_v", {}},
            {"residual_val_scale", {}},
            {"gamma_u", {}},
            {"gamma_v", {}},
            {"to_beta.weight", {n, state}},
            {"static_beta", {n}},
            {"h_post_scale", {}}};
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention&) const override {
    return {(n - 1) * rank.differences, "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    using cayley_detail::product;
    const std::size_t n = X.rows(), count = X.values().size(), free = (n - 1) * (n - 1), angles = (free + 1 - n) / 2;
    const auto number = [&](const char* key) -> const exact_constant& { return input.convention.at(key).number(); };
    const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
    const auto scale = [&](const char* name) { return values(name).front(); };
    const S norm_clamp = positive(context, "norm_clamp", number("norm_clamp"));

    const matrix<double> rows = stacked_rows(
        count, {values("to_alpha_residual.weight"), values("to_alpha_pre.weight"), values("to_beta.weight")});
    whole_state_router<S> router(
        context, rows, offset_scale(context, number("gamma_offset"), values("norm.gamma")), X,
        clamped_norm(context, X.values().data(), count, norm_clamp, "the state", "norm_clamp"));
    const std::vector<std::size_t> arrays = router.add_each("res", 0, free), read = router.add_each("pre", free, n),
                                   write = router.add_each("post", free + n, n);
    whole_state_outputs<S> y(context, router, 1, free);
    add_sigmoid_gates(context, router, free, read, scale("pre_branch_scale"), values("static_alpha_pre").data(), 1,
                      y.read, y.dread);
    add_sigmoid_gates(context, router, free + n, write, scale("h_post_scale"), values("static_beta").data(), 2, y.write,
                      y.dwrite);

    /// Whose scale and gain a number has: z = gain tanh(scale r + b).
    const auto is_of_U = [&](std::size_t l) { return l < angles; };
    const auto is_of_V = [&](std::size_t l) { return !is_of_U(l) && l < 2 * angles; };
    const auto scale_of = [&](std::size_t l) {
      return scale(is_of_U(l) ? "residual_rot_scale_u" : is_of_V(l) ? "residual_rot_scale_v" : "residual_val_scale");
    };
    std::vector<S> z_U, z_V, sigma, slope;
    for (std::size_t l = 0; l < free; ++l) {
      const S logit =
          router.normalised(l) * context.exact(scale_of(l)) + context.exact(values("static_alpha_residual")[l]);
      const S gain = context.exact(is_of_U(l) ? scale("gamma_u") : is_of_V(l) ? scale("gamma_v") : 1.0);
      y.logits(0, l) = logit;
      (is_of_U(l) ? z_U : is_of_V(l) ? z_V : sigma).push_back(gain * tanh(logit));
      slope.push_back(gain * sqr(sech(logit)));
    }
    const cayley_transform<S> U(context, n - 1, z_U), V(context, n - 1, z_V);
    const matrix<S> T = helmert(context, n), TV = product(context, T, V.value()), TU = product(context, T, U.value());
    // H - 1 1^T / n = (T V D) (T U)^T = TV (D TU^T), D = diag(sigma)
    matrix<S> TVD = TV, DUT = transpose(TU);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k + 1 < n; ++k) {
        TVD(i, k) = TVD(i, k) * sigma[k];
        DUT(k, i) = DUT(k, i) * sigma[k];
      }
    const matrix<S> varying = product(context, TVD, transpose(TU)), DVT = transpose(TVD);
    const S mean = context.exact(1) / context.exact(static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t entry = i * n + j;
        y.H(i, j) = mean + varying(i, j);
        // by z_U: H_ij = (T U D V^T T^T)_ji less the mean; by z_V: (T V D U^T T^T)_ij
        std::vector<S> by_parameter = entry_gradient(context, T, U, DVT, j, i);
        for (S& x : entry_gradient(context, T, V, DUT, i, j)) by_parameter.push_back(std::move(x));
        for (std::size_t k = 0; k + 1 < n; ++k) by_parameter.push_back(TV(i, k) * TU(j, k));
        for (std::size_t l = 0; l < free; ++l) {
          const S by_logit = by_parameter[l] * slope[l];
          y.dH_dlogits(entry, l) = by_logit;
          if (arrays[l] != router.none) y.dH(entry, arrays[l]) = by_logit * context.exact(scale_of(l));
        }
      }
    return evaluation_of(context, std::move(router), std::move(y));
  }
};

} // namespace

const mixer& shc_mixer() {
  static const shc instance;
  return instance;
}

} // namespace mixcert
