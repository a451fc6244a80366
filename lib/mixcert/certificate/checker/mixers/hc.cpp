#include "mixcert/certificate/checker/mixers/mixers.hpp"

namespace mixcert::checker {
namespace {

std::vector<dual> tanh_gate(const std::vector<dual>& z, const interval& scale, const std::vector<interval>& offset) {
  std::vector<dual> r;
  for (std::size_t k = 0; k < z.size(); ++k) r.push_back(tanh(z[k]) * scale + offset[k]);
  return r;
}

equations hc(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, d = at.d;
  const std::vector<double>& A = at.tensor("static_alpha", {n, 1 + n});
  const std::vector<double>& B = at.tensor("static_beta", {n});
  const interval a(at.number("dynamic_alpha_scale"), bits), b(at.number("dynamic_beta_scale"), bits);

  equations e;
  e.route = {.single_streams = true, .kind = normalisation::clamped, .constant = at.real("norm_clamp")};
  e.route.weights = times_features(joined({rows_of(at.tensor("dynamic_alpha_fn", {d, 1 + n}), 1 + n, 0, 1 + n, true),
                                           rows_of(at.tensor("dynamic_beta_fn", {d}), 1, 0, 1, false)}),
                                   at.tensor("norm.gamma", {d}), at.real("gamma_offset"));
  for (std::size_t t = 0; t <= n; ++t) e.route.labels.push_back("w" + std::to_string(t));
  e.route.labels.emplace_back("b");

  std::vector<interval> mix, read, write;
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      e.mix.numbers.push_back({.weight = 1 + t, .stream = s, .scale = 1, .base = 0});
      mix.emplace_back(exact(A[s * (1 + n) + 1 + t]), bits);
    }
    e.read.numbers.push_back({.weight = 0, .stream = s, .scale = 1, .base = 0});
    e.write.numbers.push_back({.weight = 1 + n, .stream = s, .scale = 1, .base = 0});
    read.emplace_back(exact(A[s * (1 + n)]), bits);
    write.emplace_back(exact(B[s]), bits);
  }
  e.mix.outputs = [=](const std::vector<dual>& z) { return transposed(tanh_gate(z, a, mix), n); };
  e.read.outputs = [=](const std::vector<dual>& z) { return tanh_gate(z, a, read); };
  e.write.outputs = [=](const std::vector<dual>& z) { return tanh_gate(z, b, write); };
  e.holds.numbers = n * n;
  e.logit_rows = e.logit_cols = n;
  e.logits_by_entry = true;
  return e;
}

} // namespace

const mixer_entry hc_entry{"hc",
                           {{"norm.gamma"},
                            {"static_alpha"},
                            {"dynamic_alpha_fn"},
                            {"dynamic_alpha_scale"},
                            {"static_beta"},
                            {"dynamic_beta_fn"},
                            {"dynamic_beta_scale"}},
                           hc};

} // namespace mixcert::checker
