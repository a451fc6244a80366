#include "mixcert/mixer/costs.hpp"

#include <utility>

namespace mixcert {

operation_count operator+(const operation_count& a, const operation_count& b) {
  return {a.additions + b.additions, a.multiplications + b.multiplications, a.divisions + b.divisions,
          a.roots + b.roots, a.exponentials + b.exponentials};
}

operation_count operator*(const polynomial& times, const operation_count& a) {
  return {times * a.additions, times * a.multiplications, times * a.divisions, times * a.roots, times * a.exponentials};
}

namespace cost {
namespace {

operation_count sum_of_squares(const polynomial& length) {
  return {.additions = length - 1, .multiplications = length};
}

} // namespace

operation_count product(const polynomial& rows, const polynomial& inner, const polynomial& columns) {
  return rows * columns * operation_count{.additions = inner - 1, .multiplications = inner};
}

operation_count affine_logits(const polynomial& length, const polynomial& outputs) {
  return product(1, length, outputs) + operation_count{.additions = outputs, .multiplications = outputs};
}

operation_count rms_normalised(const polynomial& length) {
  return sum_of_squares(length) +
         operation_count{.additions = 1, .multiplications = length, .divisions = 2, .roots = 1};
}

operation_count clamp_normalised(const polynomial& length) {
  return sum_of_squares(length) + operation_count{.multiplications = length, .divisions = 1, .roots = 1};
}

operation_count layer_normalised(const polynomial& length) {
  return operation_count{.additions = length - 1 + length, .divisions = 1} + rms_normalised(length);
}

operation_count sigmoids(const polynomial& count) {
  return {.additions = count, .divisions = count, .exponentials = count};
}

operation_count sigmoid_gates() { return sigmoids(2 * n) + operation_count{.multiplications = n}; }

operation_count softmax(const polynomial& length) {
  return {.additions = length - 1, .divisions = length, .exponentials = length};
}

operation_count normalised_rows() { return n * operation_count{.additions = n - 1, .divisions = n}; }

operation_count cayley_transform(const polynomial& k) {
  const operation_count inverse{.additions = k * (k - 1) * (k - 1), .multiplications = k * (k * k - 1), .divisions = k};
  return inverse + operation_count{.additions = k, .multiplications = k * k};
}

operation_count block_energies(const polynomial& f, long s) {
  return f * f * operation_count{.additions = s * s - 1, .multiplications = s * s, .divisions = 1};
}

operation_count permutation_mixture(const polynomial& f, const polynomial& permutations) {
  return softmax(permutations) + operation_count{.additions = f * permutations - f * f};
}

operation_count kronecker_product(const std::vector<std::size_t>& sizes) {
  operation_count r;
  long entries = 0;
  for (const std::size_t f : sizes) {
    const bool is_first = entries == 0;
    entries = (is_first ? 1 : entries) * static_cast<long>(f * f);
    if (!is_first) r.multiplications += entries;
  }
  return r;
}

polynomial predictor_parameters(const polynomial& R) { return (n * d + 1) * R + 2 * n * n * d + 2 * n + 3 + n * d; }

mixer_costs completed(mixer_costs costs, around around, bool depends_on_state) {
  const polynomial state = n * d, H = n * n;
  const operation_count mixed = product(n, n, d);
  if (around == around::nothing) {
    costs.apply = mixed;
    costs.stepwise = {state + state + H, H + state};
    costs.fused = {state, state};
    return costs;
  }
  costs.apply = product(1, n, d) + mixed + operation_count{.additions = state, .multiplications = state};
  // The branch input; H X; write y^T; the sum of these two.
  costs.stepwise = {(state + n) + (state + H) + (d + n) + 2 * state, d + state + state + state};
  costs.fused = {state + (state + d + H + n), d + state};
  if (depends_on_state) {
    costs.stepwise.reads += state;
    costs.stepwise.writes += H + 2 * n;
    costs.fused.writes += H + n;
  } else {
    costs.fused.reads += n;
  }
  return costs;
}

} // namespace cost
} // namespace mixcert
