#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/rotation.hpp"

namespace mixcert::checker {
namespace {

/// T A for an orthonormal basis T of the vectors that sum to zero and a square A, n x (n - 1).
std::vector<dual> in_the_plane(const std::vector<dual>& A, std::size_t n, mpfr_prec_t bits) {
  std::vector<dual> r(n * (n - 1), {interval(bits), interval(bits)});
  for (std::size_t c = 1; c < n; ++c) {
    const auto size = static_cast<long>(c);
    const interval unit = 1 / sqrt(interval(size * (size + 1), bits));
    for (std::size_t i = 0; i <= c; ++i)
      for (std::size_t k = 0; k + 1 < n; ++k)
        r[i * (n - 1) + k] += A[(c - 1) * (n - 1) + k] * unit * (i < c ? 1 : -size);
  }
  return r;
}

equations shc(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d, free = (n - 1) * (n - 1), angles = (free + 1 - n) / 2;
  const std::vector<double>& b = at.tensor("static_alpha_residual", {free});
  const auto rows = [&](const char* name, std::size_t count) {
    return rows_of(at.tensor(name, {count, N}), count, 0, count, false);
  };

  equations e;
  e.route = {.kind = normalisation::clamped, .constant = at.positive("norm_clamp")};
  e.route.weights = times_features(
      joined({rows("to_alpha_pre.weight", n), rows("to_beta.weight", n), rows("to_alpha_residual.weight", free)}),
      at.tensor("norm.gamma", {N}), at.real("gamma_offset"));
  for (std::size_t l = 0; l < free; ++l) {
    const char* scale = l < angles       ? "residual_rot_scale_u"
                        : l < 2 * angles ? "residual_rot_scale_v"
                                         : "residual_val_scale";
    e.mix.numbers.push_back({.weight = 2 * n + l, .scale = at.number(scale), .base = exact(b[l])});
  }
  e.mix.labels = numbered("res", free);
  const skew_places places = places_above(n - 1, true);
  const interval gain_U(at.number("gamma_u"), bits), gain_V(at.number("gamma_v"), bits);
  e.mix.outputs = [=](const std::vector<dual>& logits) {
    std::vector<dual> z_U, z_V, sigma;
    for (std::size_t l = 0; l < free; ++l) {
      const dual t = tanh(logits[l]);
      if (l < angles)
        z_U.push_back(t * gain_U);
      else if (l < 2 * angles)
        z_V.push_back(t * gain_V);
      else
        sigma.push_back(t);
    }
    const std::vector<dual> TU = in_the_plane(cayley_transform(z_U, places, n - 1, bits), n, bits),
                            TV = in_the_plane(cayley_transform(z_V, places, n - 1, bits), n, bits);
    std::vector<dual> H(n * n, {1 / interval(static_cast<long>(n), bits), interval(bits)});
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k + 1 < n; ++k) H[i * n + j] += TV[i * (n - 1) + k] * sigma[k] * TU[j * (n - 1) + k];
    return H;
  };
  const std::vector<double>& read = at.tensor("static_alpha_pre", {n, 1});
  e.read = sigmoid_head("pre", 0, at.number("pre_branch_scale"), read, 1, interval(bits));
  e.write = sigmoid_head("post", n, at.number("h_post_scale"), at.tensor("static_beta", {n}), 2, interval(bits));
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = free};
  e.logit_rows = 1;
  e.logit_cols = free;
  return e;
}

} // namespace

const mixer_entry shc_entry{
    "shc",
    named({"norm.gamma", "to_alpha_pre.weight", "static_alpha_pre", "pre_branch_scale", "to_alpha_residual.weight",
           "static_alpha_residual", "residual_rot_scale_u", "residual_rot_scale_v", "residual_val_scale", "gamma_u",
           "gamma_v", "to_beta.weight", "static_beta", "h_post_scale"}),
    shc};

} // namespace mixcert::checker
