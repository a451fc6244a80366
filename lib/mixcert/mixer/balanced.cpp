#include "mixcert/mixer/balanced.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"

#include <algorithm>

namespace mixcert {
namespace {

class balanced final : public in_every_arithmetic<balanced> {
 public:
  std::string_view name() const override { return "balanced"; }

  std::vector<constant_spec> constants() const override {
    return {{"K", exact_constant(1.0), "gain of the router"},
            {"epsilon", exact_constant(0.0), "added to the squares under the root"}};
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 2 || d != 1)
      throw input_error("mixer 'balanced' is a construction with two streams of one feature; the state is " +
                        std::to_string(n) + " x " + std::to_string(d));
    return {};
  }

  rank_bound feedback_rank(std::size_t, const state_rank& rank, const mixer_convention&) const override {
    return {std::min<std::size_t>(1, rank.differences), "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    const auto constant = [&](const char* key) { return input.convention.at(key).number().value(context); };
    const S K = constant("K"), epsilon = constant("epsilon"), zero = context.exact(0), one = context.exact(1),
            two = context.exact(2);
    const S m = (X(0, 0) + X(1, 0)) / two, delta = (X(0, 0) - X(1, 0)) / two;
    const S rest = sqr(delta) + epsilon, square = sqr(m) + rest;
    if (!certainly_less(zero, square))
      throw not_certified("the squares of the state plus epsilon may be zero or less, where the mixer is undefined; a "
                          "greater epsilon or another state can be certified");
    const S r = sqrt(square), z = K * m / r;
    const S along_m = K * rest / (square * r), along_delta = -(K * m * delta / (square * r)); // Dz
    const S p = sigmoid(two * z), q = sigmoid(-(two * z)), slope = two * p * q;

    generator_list<S> list(zero);
    const std::vector<std::vector<std::size_t>> parts = list.add_state_rows(context, X);
    const std::size_t feature = list.add("1", {one});
    const matrix<S> none(2, list.size(), zero);
    const auto along = [&](const S& by_z) { // the derivative of what has this derivative by z
      matrix<S> D = none;
      D(0, feature) = by_z * (along_m + along_delta) / two;
      D(1, feature) = by_z * (along_m - along_delta) / two;
      return D;
    };
    mixer_evaluation<S> e{{2, 2, {p, q, q, p}},
                          {zero, zero},
                          {zero, zero},
                          {},
                          list.state_coordinates(context, parts),
                          {along(slope), along(-slope), along(-slope), along(slope)},
                          std::vector<matrix<S>>(2, none),
                          std::vector<matrix<S>>(2, none),
                          {1, 1, std::vector<S>{z}},
                          {4, 1, {slope, -slope, -slope, slope}}};
    e.generators = std::move(list).take();
    return e;
  }
};

} // namespace

const mixer& balanced_mixer() {
  static const balanced instance;
  return instance;
}

} // namespace mixcert
