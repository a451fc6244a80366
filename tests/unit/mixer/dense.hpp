// Evaluations of mixer hc as dense arrays, in any arithmetic.
#pragma once

#include "support/hc_cases.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

struct hc_example {
  mixcert::hc_site site;
  mixcert::matrix<double> X;
};

inline hc_example small_example(std::uint64_t seed, std::size_t n, std::size_t d) {
  const mixcert::mixer_input input = mixcert::test::small_hc_input(seed, n, d);
  return {hc_site_of(input), input.state};
}

/// X + step V, which must be exact.
inline mixcert::matrix<double> moved(const mixcert::matrix<double>& X, const mixcert::matrix<double>& V, double step) {
  mixcert::matrix<double> r = X;
  for (std::size_t i = 0; i < r.values().size(); ++i) {
    const double x = X.values()[i], change = step * V.values()[i];
    r.values()[i] = x + change;
    if (r.values()[i] - x != change || r.values()[i] - change != x)
      throw std::logic_error("the moved state is not exact");
  }
  return r;
}

/// The derivative an evaluation holds by its coordinates, as the n x d array it is.
template <class S>
mixcert::matrix<S> dense(const mixcert::context<S>& context, const mixcert::mixer_evaluation<S>& e,
                         const mixcert::matrix<S>& coordinates, std::size_t d) {
  using mixcert::is_exact_zero;
  mixcert::matrix<S> rows(coordinates.rows(), d, context.exact(0));
  for (std::size_t s = 0; s < coordinates.rows(); ++s)
    for (std::size_t g = 0; g < e.generators.size(); ++g)
      if (!is_exact_zero(coordinates(s, g)))
        for (std::size_t c = 0; c < d; ++c) rows(s, c) += coordinates(s, g) * e.generators[g].row[c];
  return rows;
}

/// All of them, one after another.
template <class S>
std::vector<S> dense(const mixcert::context<S>& context, const mixcert::mixer_evaluation<S>& e,
                     const std::vector<mixcert::matrix<S>>& derivatives, std::size_t d) {
  std::vector<S> values;
  for (const mixcert::matrix<S>& coordinates : derivatives) {
    const mixcert::matrix<S> rows = dense(context, e, coordinates, d);
    values.insert(values.end(), rows.values().begin(), rows.values().end());
  }
  return values;
}

/// All of them with their parts of whole arrays, whose weights are in the rows of `weights` where there are any.
template <class S>
std::vector<S> dense(const mixcert::context<S>& context, const mixcert::mixer_evaluation<S>& e,
                     const std::vector<mixcert::matrix<S>>& derivatives, const mixcert::matrix<S>& weights,
                     std::size_t d) {
  std::vector<S> values = dense(context, e, derivatives, d);
  if (weights.rows() == 0) return values;
  const std::size_t size = values.size() / weights.rows();
  for (std::size_t i = 0; i < weights.rows(); ++i)
    for (std::size_t a = 0; a < e.arrays.size(); ++a)
      for (std::size_t c = 0; c < size; ++c) values[i * size + c] += weights(i, a) * e.arrays[a].rows[c / d][c % d];
  return values;
}

/// The gates and the derivatives of each by every entry of X, gate by gate.
template <class N> struct router_lists { std::vector<N> gates, derivatives; };

template <class S>
router_lists<S> evaluated(const mixcert::context<S>& numbers, const mixcert::mixer_evaluation<S>& e, std::size_t d) {
  router_lists<S> r{e.H.values(), dense(numbers, e, e.dH, e.dH_arrays, d)};
  const auto append = [](std::vector<S>& list, const std::vector<S>& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  append(r.gates, e.read);
  append(r.gates, e.write);
  append(r.derivatives, dense(numbers, e, e.dread, e.dread_arrays, d));
  append(r.derivatives, dense(numbers, e, e.dwrite, e.dwrite_arrays, d));
  return r;
}

/// Any scalar as an interval of many places.
inline mixcert::mp_interval ends(double x) { return {x, 400}; }
inline mixcert::mp_interval ends(const mixcert::quad& x) { return {to_mp_float(x), 400}; }
inline mixcert::mp_interval ends(const mixcert::mp_interval& x) { return x; }
inline mixcert::mp_interval ends(const mixcert::interval& x) {
  return {mixcert::mp_float(x.lower(), 400), mixcert::mp_float(x.upper(), 400), 400};
}

/// The binary64 numbers around a scalar of any kind.
inline mixcert::interval around(double x) { return mixcert::interval(x); }
inline mixcert::interval around(const mixcert::quad& x) { return mixcert::interval(to_double(x)); }
inline mixcert::interval around(const mixcert::interval& x) { return x; }
inline mixcert::interval around(const mixcert::mp_interval& x) { return to_interval(x); }

template <class S> inline const mixcert::context<S> numbers_of{};
template <> inline const mixcert::context<mixcert::mp_interval> numbers_of<mixcert::mp_interval>{384};
