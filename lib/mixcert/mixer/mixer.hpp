// What every mixer offers: its tensors, its constants, its equations.
#pragma once

#include "mixcert/mixer/convention.hpp"
#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// One axis of a tensor: in terms of n streams and d features ("1+n", "nd"), and in numbers.
struct tensor_axis {
  std::string symbol;
  std::size_t extent;
};

/// A parameter's published name, its shape, and the names that other programs store the same tensor under.
struct tensor_spec {
  std::string name;
  std::vector<tensor_axis> shape;
  std::vector<std::string> aliases = {};
};

/// The shape in numbers, and as text: `[n,1+n] = [4,5]`.
std::vector<std::size_t> extents(const tensor_spec& spec);
std::string describe(const tensor_spec& spec);

/// Exact data of one site and one state. Parameter values are in C order under their published names, in the shapes
/// that `tensors` gives; the convention holds every key of the mixer.
struct mixer_input {
  std::map<std::string, std::vector<double>> parameters;
  mixer_convention convention;
  matrix<double> state; ///< X, n x d
  /// y, d numbers: the map then is H(X) X + beta(X) y^T, with the write gate; without it H(X) X.
  std::optional<std::vector<double>> branch_output = std::nullopt;
  bool read = false; ///< the map is the branch input X -> sum_s read_s(X) x_s instead; then without branch output
  /// Every state that differs from X by at most this in each entry is meant: n x d numbers >= 0, or 0 x 0 for X alone.
  matrix<double> state_radius = {};
};

/// The state in an arithmetic; with radii every state in the box. Throws std::invalid_argument for radii in an
/// arithmetic without enclosures.
template <scalar S> matrix<S> state_of(const context<S>& context, const mixer_input& input) {
  matrix<S> X = map(input.state, [&](double x) { return context.exact(x); });
  if (input.state_radius.values().empty()) return X;
  if constexpr (requires { context.entry(0, 0.0, 0.0); }) {
    for (std::size_t c = 0; c < X.values().size(); ++c)
      X.values()[c] = context.entry(c, input.state.values()[c], input.state_radius.values()[c]);
    return X;
  } else if constexpr (requires(const S x) { hull(x, x); }) {
    for (std::size_t c = 0; c < X.values().size(); ++c) {
      const S radius = context.exact(input.state_radius.values()[c]);
      X.values()[c] += hull(-radius, radius);
    }
    return X;
  } else {
    throw std::invalid_argument("a box of states in an arithmetic without enclosures");
  }
}

/// Bounds of the rank of X and of that of the differences of its rows.
struct state_rank {
  std::size_t state, differences;
};

/// From the coordinates (n x p) of the rows of X on generators of length d: a generator that all rows contain alike is
/// in no difference, and k different rows have differences of rank k - 1 at most.
template <class S> state_rank state_rank_of(const matrix<S>& coordinates, std::size_t d);

/// A bound of the rank of the feedback term, with its theorem.
struct rank_bound {
  std::size_t at_most;
  std::string theorem;
};

/// What the equations make true of H at every state near any at which it has a derivative; exactly, not up to rounding
/// or a tolerance.
struct mixer_invariants {
  bool rows_sum_to_one = false;    ///< H 1 = 1
  bool columns_sum_to_one = false; ///< 1^T H = 1^T
};

class mixer {
 public:
  virtual ~mixer() = default;
  virtual std::string_view name() const = 0;
  virtual std::vector<constant_spec> constants() const = 0;
  /// For n streams of d features and a complete convention. Throws input_error where the mixer has no such number of
  /// streams, or the convention none.
  virtual std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const = 0;
  virtual rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const = 0;
  /// For a complete convention.
  virtual mixer_invariants invariants(const mixer_convention&) const { return {}; }
  /// At the state or, with radii, at every state of the box. Requires a complete input. Throws not_certified where the
  /// mixer may have no derivative.
  virtual mixer_evaluation<float64> evaluate(const context<float64>& context, const mixer_input& input) const = 0;
  virtual mixer_evaluation<quad> evaluate(const context<quad>& context, const mixer_input& input) const = 0;
  virtual mixer_evaluation<interval> evaluate(const context<interval>& context, const mixer_input& input) const = 0;
  virtual mixer_evaluation<mp_interval> evaluate(const context<mp_interval>& context,
                                                 const mixer_input& input) const = 0;
  /// To first order over the box (theorem T18). Requires radii.
  virtual mixer_evaluation<slope_form> evaluate(const context<slope_form>& context, const mixer_input& input) const = 0;
};

/// The mixer of that name. Throws input_error listing the names when there is none.
const mixer& find_mixer(std::string_view name);
std::vector<std::string> mixer_names();

/// See convention_of the constants.
inline mixer_convention convention_of(const mixer& mixer, const std::map<std::string, std::string>& given) {
  return convention_of(mixer.name(), mixer.constants(), given);
}

template <class S> state_rank state_rank_of(const matrix<S>& coordinates, std::size_t d) {
  const std::size_t n = coordinates.rows(), p = coordinates.cols();
  const auto equal = [&](std::size_t s, std::size_t t, std::size_t g) {
    return is_exact_zero(coordinates(s, g) - coordinates(t, g));
  };
  std::size_t used = 0, varying = 0, distinct = 0;
  for (std::size_t g = 0; g < p; ++g) {
    bool is_used = false, varies = false;
    for (std::size_t s = 0; s < n; ++s) {
      is_used = is_used || !is_exact_zero(coordinates(s, g));
      varies = varies || !equal(s, 0, g);
    }
    used += is_used ? 1 : 0;
    varying += varies ? 1 : 0;
  }
  for (std::size_t s = 0; s < n; ++s) {
    bool is_new = true;
    for (std::size_t t = 0; t < s && is_new; ++t) {
      is_new = false;
      for (std::size_t g = 0; g < p; ++g) is_new = is_new || !equal(s, t, g);
    }
    distinct += is_new ? 1 : 0;
  }
  return {std::min({used, n, d}), std::min({varying, distinct - 1, d})};
}

} // namespace mixcert
