#include "mixcert/mixer/mhc_flat.hpp"

#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/mixer/detail/shifted_rows.hpp"

namespace mixcert {
namespace {

constexpr const char *rows_first = "rows-columns", *columns_first = "columns-rows";
constexpr const char *direct = "direct", *transposed = "transposed";

/// Each row of n^2 numbers as an n x n matrix, transposed.
std::vector<double> transposed_rows(const std::vector<double>& rows, std::size_t n) {
  std::vector<double> r(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = i / (n * n), j = i / n % n, k = i % n;
    r[row * n * n + k * n + j] = rows[i];
  }
  return r;
}

class mhc_flat final : public in_every_arithmetic<mhc_flat> {
 public:
  std::string_view name() const override { return "mhc-flat"; }

  std::vector<constant_spec> constants() const override {
    return {{"norm_eps", exact_constant(1e-6), "added to the mean square of the state under the root"},
            {"iterations", exact_constant(20.0), "how often rows and columns are normalised"},
            {"order", convention_value::word(rows_first), "which are normalised first", {rows_first, columns_first}},
            {"orientation",
             convention_value::word(direct),
             "H is the matrix of weights or its transpose",
             {direct, transposed}}};
  }

  std::vector<tensor_spec> tensors(std::size_t streams, std::size_t features, const mixer_convention&) const override {
    const tensor_axis n{"n", streams}, state{"nd", streams * features}, entries{"n^2", streams * streams};
    return {{"norm.weight", {state}},
            {"phi_pre", {state, n}},
            {"phi_post", {state, n}},
            {"phi_res", {state, entries}},
            {"a_pre", {}},
            {"a_post", {}},
            {"a_res", {}},
            {"b_pre", {n}},
            {"b_post", {n}},
            {"b_res", {n, n}}};
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const override {
    return {columns_are_exact(convention) ? (n - 1) * rank.state : n * rank.differences, "T8"};
  }

  mixer_invariants invariants(const mixer_convention& convention) const override {
    const bool columns = columns_are_exact(convention);
    return {.rows_sum_to_one = !columns, .columns_sum_to_one = columns};
  }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    const std::size_t n = X.rows();
    const auto values = [&](const char* name) -> const std::vector<double>& { return input.parameters.at(name); };
    const auto scale = [&](const char* name) { return values(name).front(); };
    const std::size_t iterations = whole_number("iterations", input.convention.at("iterations").number(), 1, 1000);
    const S norm_eps = at_least_zero(context, "norm_eps", input.convention.at("norm_eps").number());
    // What is normalised first is called a row from here on: with columns first, all is transposed.
    const bool swapped = is(input.convention, "order", columns_first);
    const auto place_in_L = [&](std::size_t j, std::size_t k) { return swapped ? k * n + j : j * n + k; };
    const bool H_is_transposed = swapped != is(input.convention, "orientation", transposed);

    const std::size_t pre = 0, post = n, res = 2 * n;
    const matrix<double> phi =
        columns_as_rows(X.values().size(), {values("phi_pre"), values("phi_post"),
                                            swapped ? transposed_rows(values("phi_res"), n) : values("phi_res")});
    whole_state_router<S> router(
        context, phi, exact_numbers(context, values("norm.weight")), X,
        root_mean_square(context, X.values().data(), X.values().size(), norm_eps, "the state", "norm_eps"));
    const std::vector<std::size_t> differences = add_differences_in_rows(router, "res", res);
    const std::vector<std::size_t> read = router.add_each("pre", pre, n), write = router.add_each("post", post, n);

    whole_state_outputs<S> y(context, router, n, n);
    add_sigmoid_gates(context, router, pre, read, scale("a_pre"), values("b_pre").data(), 1, y.read, y.dread);
    add_sigmoid_gates(context, router, post, write, scale("a_post"), values("b_post").data(), 2, y.write, y.dwrite);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k)
        y.logits(j, k) = router.normalised(res + j * n + k) * context.exact(scale("a_res")) +
                         context.exact(values("b_res")[place_in_L(j, k)]);
    normalised_softmax<S> M(context, y.logits, {context.exact(0), context.exact(0)}, "");
    M.alternate(iterations);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t entry = H_is_transposed ? k * n + j : j * n + k;
        y.H.values()[entry] = M.value(j, k);
        add_shifted_rows(context, y, entry, M.derivative(j, k), differences, scale("a_res"));
      }
    return evaluation_of(context, std::move(router), std::move(y));
  }

 private:
  /// What is normalised last are the columns of H; else its rows.
  static bool columns_are_exact(const mixer_convention& convention) {
    const bool rows_are_last = is(convention, "order", columns_first);
    return rows_are_last == is(convention, "orientation", transposed);
  }
};

} // namespace

const mixer& mhc_flat_mixer() {
  static const mhc_flat instance;
  return instance;
}

} // namespace mixcert
