#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

equations circulant(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d;
  const std::vector<double>& b = at.tensor("b", {3 * n});
  const rational& share = at.at_least_zero("gamma");
  if (share > 1) throw refuted("the constant gamma is greater than 1");

  equations e;
  e.route = {.kind = normalisation::root_mean_square_plus, .constant = at.at_least_zero("norm_eps")};
  e.route.weights = rows_of(at.tensor("phi.weight", {3 * n, N}), 3 * n, 0, 3 * n, false);
  const rational alpha = at.number("alpha");
  for (std::size_t k = 0; k < n; ++k) {
    e.mix.numbers.push_back({.weight = 2 * n + k,
                             .scale = alpha,
                             .base = exact(b[2 * n + k]),
                             .relative_to = k == 0 ? routed_number::itself : 0});
    e.mix.labels.push_back(difference_label("res", {k}, {0}));
  }
  const interval g(share, bits), rest(rational(1 - share), bits);
  e.mix.outputs = [=](const std::vector<dual>& z) {
    std::vector<dual> c;
    for (const dual& p : softmax(z)) c.push_back(p * g);
    c[0] = c[0] + rest;
    std::vector<dual> H;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) H.push_back(c[(j + n - i) % n]);
    return H;
  };
  const auto first = b.begin(), second = first + static_cast<std::ptrdiff_t>(n);
  e.read = sigmoid_head("pre", 0, alpha, {first, second}, 1, interval(bits));
  e.write = sigmoid_head("post", n, alpha, {second, second + static_cast<std::ptrdiff_t>(n)}, 2, interval(bits));
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = n - 1};
  e.logit_rows = 1;
  e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry circulant_entry{"circulant", named({"phi.weight", "alpha", "b"}), circulant};

} // namespace mixcert::checker
