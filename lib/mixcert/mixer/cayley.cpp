#include "mixcert/mixer/cayley.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/mixer/detail/generators.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"

#include <algorithm>

namespace mixcert {
namespace {

/// 3 I - 1 1^T, that is 3 (u_1 u_1^T + u_2 u_2^T); and sqrt 3 (u_2 u_1^T - u_1 u_2^T), the cross product with (1, 1,
/// 1).
constexpr double plane[9] = {2, -1, -1, -1, 2, -1, -1, -1, 2}, turn[9] = {0, -1, 1, 1, 0, -1, -1, 1, 0};

class cayley final : public in_every_arithmetic<cayley> {
 public:
  std::string_view name() const override { return "cayley"; }

  std::vector<constant_spec> constants() const override { return {{"K", exact_constant(1.0), "gain of the router"}}; }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention&) const override {
    if (n != 3)
      throw input_error("mixer 'cayley' is a construction with three streams; the state has " + std::to_string(n));
    return {{"v", {{"d", d}}}};
  }

  rank_bound feedback_rank(std::size_t, const state_rank& rank, const mixer_convention&) const override {
    return {std::min<std::size_t>(1, rank.differences), "T8"};
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  static mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
    const std::size_t d = X.cols();
    const S zero = context.exact(0), one = context.exact(1), two = context.exact(2), three = context.exact(3);
    const std::vector<double>& given = input.parameters.at("v");
    if (std::ranges::all_of(given, [](double x) { return x == 0; }))
      throw input_error("the tensor v of mixer 'cayley' is zero; it must have a direction");
    const std::vector<S> v = exact_numbers(context, given);
    const S square = squared_norm(context, X.values().data(), X.values().size()),
            root = sqrt(squared_norm(context, v.data(), d)) * sqrt(context.exact(6));
    if (!certainly_less(zero, square))
      throw not_certified("the state may be zero, where the mixer is undefined; another state can be certified");
    // a = factor sum_c (X_0c + X_1c - 2 X_2c) v_c
    const S factor = input.convention.at("K").number().value(context) / (two * sqrt(square) * root);
    const S a =
        factor * sum_of_terms(context, 0, d, [&](std::size_t c) { return (X(0, c) + X(1, c) - two * X(2, c)) * v[c]; });
    const S norm = one + sqr(a), c_less_one = -(two * sqr(a)) / norm, s = two * a / norm;
    const S dc = -(two * two * a) / sqr(norm), ds = two * (one - sqr(a)) / sqr(norm), root_3 = sqrt(three);

    generator_list<S> list(zero);
    const std::vector<std::vector<std::size_t>> parts = list.add_state_rows(context, X);
    const std::size_t v_index = list.add("v", v);
    matrix<S> Da(3, list.size(), zero);
    const S on_state = -(a / square);
    for (std::size_t stream = 0; stream < 3; ++stream) {
      Da(stream, v_index) = stream == 2 ? -(two * factor) : factor;
      for (const std::size_t part : parts[stream]) Da(stream, part) += on_state;
    }
    const matrix<S> none(3, list.size(), zero);
    mixer_evaluation<S> e{matrix<S>(3, 3, zero),
                          std::vector<S>(3, zero),
                          std::vector<S>(3, zero),
                          {},
                          list.state_coordinates(context, parts),
                          {},
                          std::vector<matrix<S>>(3, none),
                          std::vector<matrix<S>>(3, none),
                          {1, 1, std::vector<S>{a}},
                          {9, 1, std::vector<S>(9, zero)}};
    for (std::size_t entry = 0; entry < 9; ++entry) {
      const S in_plane = context.exact(plane[entry]) / three, turned = context.exact(turn[entry]) / root_3;
      e.H.values()[entry] = context.exact(entry % 4 == 0 ? 1 : 0) + c_less_one * in_plane + s * turned;
      const S slope = dc * in_plane + ds * turned;
      e.dH_dlogits(entry, 0) = slope;
      e.dH.push_back(map(Da, [&](const S& x) { return slope * x; }));
    }
    e.generators = std::move(list).take();
    return e;
  }
};

} // namespace

const mixer& cayley_mixer() {
  static const cayley instance;
  return instance;
}

} // namespace mixcert
