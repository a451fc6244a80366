// What every mixer offers: its tensors, its constants, its equations.
#pragma once

#include "mixcert/mixer/convention.hpp"
#include "mixcert/mixer/costs.hpp"
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
  std::string symbol; ///< "1+n", "nd"
  std::size_t extent; ///< in numbers
};

/// A parameter's published name, its shape, and the names that other programs store the same tensor under.
struct tensor_spec {
  std::string name;                      ///< below the site's prefix
  std::vector<tensor_axis> shape;        ///< outermost axis first
  std::vector<std::string> aliases = {}; ///< other names of the same tensor
};

/// The shape in numbers, and as text: `[n,1+n] = [4,5]`.
std::vector<std::size_t> extents(const tensor_spec& spec);
std::string describe(const tensor_spec& spec);

/// Exact data of one site and one state. Parameter values are in C order under their published names, in the shapes
/// that `tensors` gives; the convention holds every key of the mixer.
struct mixer_input {
  std::map<std::string, std::vector<double>> parameters; ///< by published name, in C order
  mixer_convention convention;                           ///< every constant of the mixer
  matrix<double> state;                                  ///< X, n x d
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
  std::size_t state, differences; ///< bounds of the rank of X, and of its rows' differences
};

/// From the coordinates (n x p) of the rows of X on generators of length d: a generator that all rows contain alike is
/// in no difference, and k different rows have differences of rank k - 1 at most.
template <class S> state_rank state_rank_of(const matrix<S>& coordinates, std::size_t d);

/// A bound of the rank of the feedback term, with its theorem.
struct rank_bound {
  std::size_t at_most; ///< the bound
  std::string theorem; ///< "T8", "T1 (b)", ...
};

/// What the equations make true of H at every state near any at which it has a derivative; exactly, not up to rounding
/// or a tolerance.
struct mixer_invariants {
  bool rows_sum_to_one = false;    ///< H 1 = 1
  bool columns_sum_to_one = false; ///< 1^T H = 1^T
  bool nonnegative = false;        ///< every entry
  bool orthogonal = false;         ///< H^T H = I
  std::string remark = {};         ///< what is nearly so, or sometimes; nothing relies on it
};

/// Rows of d features for all streams, or n x d arrays, with the labels that an evaluation gives them.
struct feature_group {
  /// The two kinds.
  enum kind { row, array } what; ///< a row of d features for all streams, or an n x d array
  std::string labels;            ///< their names, as generators have them
  std::size_t count;             ///< how many
  std::string meaning;           ///< what they are, in a phrase
};

/// How H depends on the state: as a differentiable function of this many numbers (theorem T8 e), whose derivatives are
/// composed of the rows of X and of these features.
struct state_dependence {
  std::size_t numbers = 0;                  ///< how many numbers of the state H is a function of
  std::vector<feature_group> features = {}; ///< what their derivatives are composed of, besides the rows of X
};

/// n streams of d features.
struct state_size {
  std::size_t n, d; ///< streams, features
};

/// A residual mixer X -> H(X): what its equations need and make true, and the equations in every arithmetic.
class mixer {
 public:
  virtual ~mixer() = default;
  virtual std::string_view name() const = 0; ///< as on the command line: `hc`, `mhc-v4`, ...
  /// What it is, in a line.
  virtual std::string_view summary() const = 0;
  virtual std::vector<constant_spec> constants() const = 0;
  /// For n streams of d features and a complete convention. Throws input_error where the mixer has no such number of
  /// streams, or the convention none.
  virtual std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const = 0;
  virtual mixer_invariants invariants(const mixer_convention& convention) const = 0; ///< or input_error, as tensors
  /// Throws as tensors does.
  virtual state_dependence dependence(std::size_t n, const mixer_convention& convention) const = 0;
  /// Throws as tensors does.
  virtual mixer_costs costs(std::size_t n, const mixer_convention& convention) const = 0;
  /// A size that the mixer has with its published constants.
  virtual state_size usual_size() const { return {4, 64}; }
  /// What T8 concludes from the invariants and from the numbers that H depends on; by T1 (b) alone where there is
  /// nothing to conclude from. Throws as tensors does.
  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const;
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

/// What no core exceeds at states of this rank (theorem T3): n times a bound of the dimension of a stream's space. Each
/// stream has a space of its own; streams with equal singular values of H are not grouped.
struct core_bound {
  std::size_t per_stream; ///< min(d, rank X + rows + arrays), the features that H depends on
  std::size_t common;     ///< min(d, rank X + rows + n arrays): the dimension of one space for all streams
  /// min(d, min(rank X, r) + r) with a feedback of rank r: that of the smallest spaces, of factors of r columns.
  std::size_t by_rank;
};

/// Of X -> H(X) X. `rank` counts the rows that X is composed of, as state_rank_of does. Throws as mixer::tensors.
core_bound bound_core(const mixer& mixer, state_size size, const state_rank& rank, const mixer_convention& convention);

/// Of a state in general position.
inline state_rank generic_rank(state_size size) { return {std::min(size.n, size.d), std::min(size.n - 1, size.d)}; }

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
