#include "mixcert/certificate/checker/mixers/mixers.hpp"

namespace mixcert::checker {
namespace {

/// Each column, or row, over its sum + epsilon.
std::vector<dual> divided(const std::vector<dual>& P, std::size_t n, bool columns, const interval& epsilon) {
  std::vector<dual> r = P;
  const auto place = [&](std::size_t line, std::size_t k) { return columns ? k * n + line : line * n + k; };
  for (std::size_t line = 0; line < n; ++line) {
    dual sum = P[place(line, 0)] + epsilon;
    for (std::size_t k = 1; k < n; ++k) sum += P[place(line, k)];
    for (std::size_t k = 0; k < n; ++k) r[place(line, k)] = P[place(line, k)] / sum;
  }
  return r;
}

equations mhc_v4(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d;
  const std::vector<double>& scale = at.tensor("scale", {3});
  const std::vector<double>& base = at.tensor("base", {(2 + n) * n});
  const interval epsilon(at.real("hc_eps"), bits);
  const long iterations = at.whole("iterations", 1, 1000);

  equations e;
  e.route = {.kind = normalisation::root_mean_square, .constant = at.real("norm_eps")};
  e.route.weights = rows_of(at.tensor("fn", {(2 + n) * n, N}), (2 + n) * n, 0, (2 + n) * n, false);
  for (std::size_t i = 0; i < n; ++i) {
    e.read.numbers.push_back({.weight = i, .scale = exact(scale[0]), .base = exact(base[i])});
    e.write.numbers.push_back({.weight = n + i, .scale = exact(scale[1]), .base = exact(base[n + i])});
  }
  e.read.labels = numbered("pre", n);
  e.write.labels = numbered("post", n);
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
    std::vector<dual> comb;
    for (std::size_t j = 0; j < n; ++j)
      for (const dual& p : softmax(std::vector<dual>(L.begin() + j * n, L.begin() + (j + 1) * n)))
        comb.push_back(p + epsilon);
    comb = divided(comb, n, true, epsilon);
    for (long i = 1; i < iterations; ++i) comb = divided(divided(comb, n, false, epsilon), n, true, epsilon);
    return transposed(comb, n);
  };
  e.read.outputs = [=](const std::vector<dual>& z) { return sigmoid_gates(z, 1, epsilon); };
  e.write.outputs = [=](const std::vector<dual>& z) { return sigmoid_gates(z, 2, interval(bits)); };
  e.holds = {.rows_sum_to_one = at.real("hc_eps") == 0, .numbers = n * (n - 1)};
  e.logit_rows = e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry mhc_v4_entry{"mhc-v4", {{"fn"}, {"scale"}, {"base"}}, mhc_v4};

} // namespace mixcert::checker
