// Routers whose mixer is a Kronecker product of block energies of orthogonal matrices.
#pragma once

#include "mixcert/mixer/detail/block_energy.hpp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"
#include "mixcert/mixer/detail/rms_router.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

/// Beyond this the orthogonal matrices of a factor would have thousands of parameters.
constexpr std::size_t most_rotated = 64;

struct energy_factor {
  std::size_t f, s;

  /// How many parameters its orthogonal matrix has.
  std::size_t parameters() const { return f * s * (f * s - 1) / 2; }
  /// Of how many arrays its derivative is composed: of those of its parameters or, when these are fewer, of (f - 1)^2
  /// entries.
  std::size_t arrays() const { return std::min(parameters(), (f - 1) * (f - 1)); }
};

/// The words for the members of skew_order, in their order.
inline const std::vector<std::string>& skew_orders() {
  static const std::vector<std::string> words{"upper-rows", "upper-columns", "lower-rows", "lower-columns"};
  return words;
}

inline skew_order skew_order_of(const mixer_convention& convention) {
  const auto word = std::ranges::find(skew_orders(), convention.at("skew_order").text());
  return static_cast<skew_order>(word - skew_orders().begin());
}

inline std::vector<constant_spec> energy_router_constants() {
  return {rms_router_constant(),
          {"skew_order", convention_value::word(skew_orders().front()),
           "the triangle of the skew matrix that the parameters fill, and in which order", skew_orders()}};
}

/// Arrays of a factor, and how entries of its matrix depend on them. Over a box of states, where arrays must not move,
/// they are always those of the parameters.
template <class S> class energy_arrays {
 public:
  /// Adds the arrays to a router whose weights first, ... are those of the parameters: `NAME.A[i,j]` for parameters,
  /// `NAME[i,j]` for entries.
  energy_arrays(whole_state_router<S>& router, const std::string& name, std::size_t first, const block_energies<S>& U)
      : f_(U.size()), by_parameter_(U.places().size() <= (f_ - 1) * (f_ - 1) || std::same_as<S, slope_form>) {
    const auto at = [](std::size_t i, std::size_t j) {
      return "[" + std::to_string(i) + "," + std::to_string(j) + "]";
    };
    if (by_parameter_) {
      for (std::size_t l = 0; l < U.places().size(); ++l)
        arrays_.push_back(router.add(name + ".A" + at(U.places()[l].first, U.places()[l].second), first + l));
      return;
    }
    for (std::size_t i = 0; i + 1 < f_; ++i)
      for (std::size_t j = 0; j + 1 < f_; ++j)
        arrays_.push_back(router.add_combination(name + at(i, j), first, U.derivative(i, j)));
  }

  /// Adds to row `output` of the slopes what the entry (i, j), of these derivatives by the parameters, contributes when
  /// its own slope is `slope`.
  void add(matrix<S>& slopes, std::size_t output, std::size_t i, std::size_t j, const std::vector<S>& derivative,
           const S& slope) const {
    if (!by_parameter_) return add_balanced_entry(slopes, output, f_, arrays_, i, j, slope);
    for (std::size_t l = 0; l < arrays_.size(); ++l)
      if (arrays_[l] != whole_state_router<S>::none) slopes(output, arrays_[l]) += slope * derivative[l];
  }

 private:
  std::size_t f_;
  bool by_parameter_;
  std::vector<std::size_t> arrays_;
};

/// One U as `go-mhc` has it.
inline operation_count energy_cost(const polynomial& f, std::size_t s) {
  const auto side = static_cast<long>(s);
  return cost::cayley_transform(side * f) + cost::block_energies(f, side);
}

/// As `krom-go` is defined, for factors that multiply to n.
template <class S>
mixer_evaluation<S> evaluate_kronecker_energy(const context<S>& context, const mixer_input& input, const matrix<S>& X,
                                              const std::vector<energy_factor>& factors) {
  const std::size_t n = X.rows(), K = factors.size();
  rms_router<S> router(context, input, X);
  const std::vector<S> p = router.p();
  const S scale = context.exact(router.scale());
  std::vector<block_energies<S>> U;
  std::vector<energy_arrays<S>> arrays;
  factor_sizes sizes;
  std::size_t first = 0;
  for (std::size_t k = 0; k < K; ++k) {
    const auto begin = p.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = factors[k].parameters();
    U.emplace_back(context, factors[k].f, factors[k].s,
                   std::vector<S>(begin, begin + static_cast<std::ptrdiff_t>(count)), skew_order_of(input.convention));
    arrays.emplace_back(router.arrays(), "factor " + std::to_string(k), first, U.back());
    sizes.push_back(factors[k].f);
    first += count;
  }
  /// Of each factor's entries by its parameters, entry (i, j) at i f + j.
  std::vector<std::vector<std::vector<S>>> derivatives(K);
  for (std::size_t k = 0; k < K; ++k)
    for (std::size_t e = 0; e < sizes[k] * sizes[k]; ++e)
      derivatives[k].push_back(U[k].derivative(e / sizes[k], e % sizes[k]));

  whole_state_outputs<S> y = router.outputs();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::vector<std::size_t> row = digits_of(i, sizes), column = digits_of(j, sizes);
      const auto product_but = [&](std::size_t k) {
        S r = context.exact(1);
        for (std::size_t l = 0; l < K; ++l)
          if (l != k) r = r * U[l].value()(row[l], column[l]);
        return r;
      };
      y.H(i, j) = product_but(K);
      std::size_t logit = 0;
      for (std::size_t k = 0; k < K; ++k) {
        const S others = product_but(k);
        const std::vector<S>& derivative = derivatives[k][row[k] * sizes[k] + column[k]];
        for (const S& slope : derivative) y.dH_dlogits(i * n + j, logit++) = others * slope;
        arrays[k].add(y.dH, i * n + j, row[k], column[k], derivative, others * scale);
      }
    }
  return std::move(router).evaluation(std::move(y));
}

/// H is a function of the parameters of each factor or, when these are fewer, of (f - 1)^2 entries of it (theorem T8 e,
/// g).
inline state_dependence energy_dependence(const std::vector<energy_factor>& factors) {
  std::size_t arrays = 0;
  for (const energy_factor& factor : factors) arrays += factor.arrays();
  return {arrays,
          {{feature_group::array, "factor k.A[i,j] or factor k[i,j]", arrays,
            "columns of W_res times norm.weight, those of the parameters of a factor; or combined, for (f_k - 1)^2 "
            "entries of it where these are fewer"}}};
}

} // namespace mixcert
