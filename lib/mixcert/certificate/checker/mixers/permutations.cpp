#include "mixcert/certificate/checker/mixers/permutations.hpp"

#include "mixcert/certificate/checker/mixers/factors.hpp"
#include "mixcert/certificate/checker/mixers/mixers.hpp"

#include <algorithm>
#include <numeric>

namespace mixcert::checker {
namespace {

using permutation = std::vector<std::size_t>;

/// In lexicographic order.
std::vector<permutation> permutations_of(std::size_t f) {
  permutation p(f);
  std::iota(p.begin(), p.end(), std::size_t{0});
  std::vector<permutation> r;
  do r.push_back(p);
  while (std::ranges::next_permutation(p).found);
  return r;
}

/// U_ij = sum of c_r over the r that lead from i to j, c = softmax(z), with the derivative
/// (1 - U_ij) sum_(these r) c_r z'_r - U_ij sum_(other r) c_r z'_r.
std::vector<dual> mixture(const std::vector<dual>& z, std::size_t f, const std::vector<permutation>& permutations) {
  const std::vector<dual> c = softmax(z);
  const interval zero(z.front().value.bits());
  std::vector<dual> U;
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j < f; ++j) {
      interval in = zero, out = zero, pull_in = zero, pull_out = zero;
      for (std::size_t r = 0; r < c.size(); ++r) {
        const bool is_in = permutations[r][i] == j;
        (is_in ? in : out) += c[r].value;
        add_product(is_in ? pull_in : pull_out, c[r].value, z[r].slope);
      }
      interval slope = out * pull_in - in * pull_out;
      U.push_back({std::move(in), std::move(slope)});
    }
  return U;
}

kronecker_factor factor_of_many(const std::string& name, std::size_t f) {
  const std::vector<permutation> permutations = permutations_of(f);
  return {f,
          permutations.size(),
          entry_labels(name, f),
          f * f,
          [=](const std::vector<dual>& z) { return entries_and_values(mixture(z, f, permutations), f); },
          [=](const std::vector<dual>& x) { return from_entries_and_values(x, f); }};
}

/// Its feature is z_1 - z_0, or z_0 - z_1 where the certificate says so.
kronecker_factor factor_of_two(const std::string& name, const site& at) {
  const std::string forth = name + "(1)-" + name + "(0)", back = name + "(0)-" + name + "(1)";
  const bool is_back = std::ranges::any_of(at.labels, [&](const std::string& label) { return label.ends_with(back); });
  return {2,
          2,
          {is_back ? back : forth},
          0,
          [=](const std::vector<dual>& z) { return std::vector<dual>{is_back ? z[0] - z[1] : z[1] - z[0]}; },
          [=](const std::vector<dual>& x) {
            const dual up = sigmoid(x[0]), down = sigmoid(-x[0]);
            const dual &stay = is_back ? up : down, &swap = is_back ? down : up;
            return std::vector<dual>{stay, swap, swap, stay};
          }};
}

} // namespace

equations permutation_mixtures(const site& at, const std::vector<std::size_t>& sizes, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d;
  std::vector<kronecker_factor> factors;
  std::size_t all = n;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::string name = "factor " + std::to_string(k);
    factors.push_back(sizes[k] == 2 ? factor_of_two(name, at) : factor_of_many(name, sizes[k]));
    all += factors.back().numbers;
  }
  const std::vector<double>& A = at.tensor("static_alpha", {all});

  equations e;
  e.route = {.kind = normalisation::clamped, .constant = at.positive("norm_clamp")};
  e.route.weights = times_features(joined({rows_of(at.tensor("dynamic_alpha_fn", {N, all}), all, 0, all, true),
                                           rows_of(at.tensor("dynamic_beta_fn", {N, n}), n, 0, n, true)}),
                                   at.tensor("norm.gamma", {N}), at.real("gamma_offset"));
  for (const kronecker_factor& factor : factors) {
    const std::size_t first = e.mix.numbers.size();
    for (std::size_t l = first; l < first + factor.numbers; ++l)
      e.mix.numbers.push_back({.weight = n + l,
                               .scale = at.number("residual_scale"),
                               .base = exact(A[n + l]),
                               .relative_to = factor.size == 2 || l == first ? routed_number::itself : first});
  }
  set_kronecker_product(e.mix, factors, true, bits);
  const std::vector<double> read(A.begin(), A.begin() + static_cast<std::ptrdiff_t>(n));
  e.read = sigmoid_head("pre", 0, at.number("pre_branch_scale"), read, 1, interval(bits));
  e.write = sigmoid_head("post", all, at.number("h_post_scale"), at.tensor("static_beta", {n}), 2, interval(bits));
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = e.mix.labels.size()};
  e.logit_rows = 1;
  e.logit_cols = all - n;
  return e;
}

std::vector<std::vector<std::string>> permutation_tensors() {
  return named({"norm.gamma", "static_alpha", "dynamic_alpha_fn", "pre_branch_scale", "residual_scale", "static_beta",
                "dynamic_beta_fn", "h_post_scale"});
}

} // namespace mixcert::checker
