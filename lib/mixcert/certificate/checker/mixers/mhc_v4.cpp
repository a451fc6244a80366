#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"

namespace mixcert::checker {
namespace {

equations mhc_v4(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d, gates = (2 + n) * n;
  const std::vector<double>& scale = at.tensor("scale", {3});
  const std::vector<double>& base = at.tensor("base", {gates});
  const interval epsilon(at.at_least_zero("hc_eps"), bits);
  const long iterations = at.whole("iterations", 1, 1000);

  equations e;
  e.route = {.kind = normalisation::root_mean_square, .constant = at.at_least_zero("norm_eps")};
  e.route.weights = rows_of(at.tensor("fn", {gates, N}), gates, 0, gates, false);
  const auto read = base.begin(), write = read + static_cast<std::ptrdiff_t>(n);
  e.read = sigmoid_head("pre", 0, exact(scale[0]), {read, write}, 1, epsilon);
  e.write =
      sigmoid_head("post", n, exact(scale[1]), {write, write + static_cast<std::ptrdiff_t>(n)}, 2, interval(bits));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t l = 2 * n + j * n + k;
      e.mix.numbers.push_back({.weight = l,
                               .scale = exact(scale[2]),
                               .base = exact(base[l]),
                               .relative_to = k == 0 ? routed_number::itself : j * n});
      e.mix.labels.push_back(difference_label("comb", {j, k}, {j, 0}));
    }
  e.mix.outputs = [=](const std::vector<dual>& L) {
    std::vector<dual> comb = softmax_of_rows(L, n);
    for (dual& p : comb) p = p + epsilon;
    return transposed(alternately_divided(comb, n, iterations, {epsilon, interval(bits)}), n);
  };
  e.holds = {.rows_sum_to_one = at.real("hc_eps") == 0, .numbers = n * (n - 1)};
  e.logit_rows = e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry mhc_v4_entry{"mhc-v4", named({"fn", "scale", "base"}), mhc_v4};

} // namespace mixcert::checker
