#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

equations lucid_mhc(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, d = at.d;
  const std::vector<double>& A = at.tensor("static_alpha", {n, 1 + n});
  const std::vector<double>& B = at.tensor("static_beta", {n});
  const rational& clamp = at.at_least_zero("sinkhorn_clamp");
  if (clamp >= 1) throw refuted("the constant sinkhorn_clamp is not below 1");
  const long iterations = at.whole("iterations", 1, 1000);

  equations e;
  e.route = {.single_streams = true, .kind = normalisation::clamped, .constant = at.positive("norm_clamp")};
  e.route.weights = times_features(joined({rows_of(at.tensor("dynamic_alpha_fn", {1, d, 1 + n}), 1 + n, 0, 1 + n, true),
                                           rows_of(at.tensor("dynamic_beta_fn", {d}), 1, 0, 1, false)}),
                                   at.tensor("norm.gamma", {d}), at.real("gamma_offset"));
  for (std::size_t t = 0; t <= n; ++t) e.route.labels.push_back("w" + std::to_string(t));
  e.route.labels.emplace_back("b");

  const auto number = [](std::size_t weight, std::size_t stream, const rational& scale, double base) {
    return routed_number{.weight = weight, .stream = stream, .scale = scale, .base = exact(base)};
  };
  for (std::size_t s = 0; s < n; ++s) {
    const double* const row = &A[s * (1 + n)];
    e.read.numbers.push_back(number(0, s, at.number("pre_branch_scale"), row[0]));
    e.write.numbers.push_back(number(1 + n, s, at.number("h_post_scale"), B[s]));
    for (std::size_t t = 0; t < n; ++t)
      e.mix.numbers.push_back(number(1 + t, s, at.number("residual_scale"), row[1 + t]));
  }
  const sum_floor floor{interval(bits), interval(clamp, bits)};
  e.mix.outputs = [=](const std::vector<dual>& L) {
    // The first sums of columns are 1 or more, above the clamp: what they leave is a softmax. H = alpha^T.
    return alternately_divided(softmax_of_rows(transposed(L, n), n), n, iterations, floor);
  };
  e.read.outputs = [=](const std::vector<dual>& z) { return sigmoid_gates(z, 1, interval(bits)); };
  e.write.outputs = [=](const std::vector<dual>& z) { return sigmoid_gates(z, 2, interval(bits)); };
  e.holds = {.columns_sum_to_one = clamp == 0, .numbers = n * (n - 1)};
  e.logit_rows = e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry lucid_mhc_entry{"lucid-mhc",
                                  named({"norm.gamma", "static_alpha", "dynamic_alpha_fn", "pre_branch_scale",
                                         "residual_scale", "h_post_scale", "static_beta", "dynamic_beta_fn"}),
                                  lucid_mhc};

} // namespace mixcert::checker
