#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"

namespace mixcert::checker {
namespace {

/// What is divided first is called a row: with columns first, everything of n x n is transposed, the logits too.
equations mhc_flat(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d, res = 2 * n;
  const long iterations = at.whole("iterations", 1, 1000);
  const bool columns_first = at.choice("order", {"rows-columns", "columns-rows"}) == 1;
  const bool is_transposed = at.choice("orientation", {"direct", "transposed"}) == 1;
  const std::vector<double>& b = at.tensor("b_res", {n, n});

  equations e;
  e.route = {.kind = normalisation::root_mean_square, .constant = at.at_least_zero("norm_eps")};
  e.route.weights = times_features(joined({rows_of(at.tensor("phi_pre", {N, n}), n, 0, n, true),
                                           rows_of(at.tensor("phi_post", {N, n}), n, 0, n, true),
                                           rows_of(at.tensor("phi_res", {N, n * n}), n * n, 0, n * n, true)}),
                                   at.tensor("norm.weight", {N}));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t place = columns_first ? k * n + j : j * n + k;
      e.mix.numbers.push_back({.weight = res + place,
                               .scale = at.number("a_res"),
                               .base = exact(b[place]),
                               .relative_to = k == 0 ? routed_number::itself : j * n});
      e.mix.labels.push_back(difference_label("res", {j, k}, {j, 0}));
    }
  e.mix.outputs = [=](const std::vector<dual>& L) {
    const std::vector<dual> M =
        alternately_divided(softmax_of_rows(L, n), n, iterations, {interval(bits), interval(bits)});
    return columns_first == is_transposed ? M : transposed(M, n);
  };
  e.read = sigmoid_head("pre", 0, at.number("a_pre"), at.tensor("b_pre", {n}), 1, interval(bits));
  e.write = sigmoid_head("post", n, at.number("a_post"), at.tensor("b_post", {n}), 2, interval(bits));
  const bool columns = columns_first == is_transposed; // of H are what was divided last
  e.holds = {.rows_sum_to_one = !columns, .columns_sum_to_one = columns, .numbers = n * (n - 1)};
  e.logit_rows = e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry mhc_flat_entry{
    "mhc-flat",
    named({"norm.weight", "phi_pre", "phi_post", "phi_res", "a_pre", "a_post", "a_res", "b_pre", "b_post", "b_res"}),
    mhc_flat};

} // namespace mixcert::checker
