// An evaluation's numbers, each turned into another kind.
#pragma once

#include "mixcert/mixer/evaluation.hpp"

#include <vector>

namespace mixcert {

/// f of every number.
template <class S, class F> auto converted(const mixer_evaluation<S>& e, const F& f) {
  using T = decltype(f(e.H(0, 0)));
  const auto list = [&](const std::vector<S>& values) {
    std::vector<T> r;
    r.reserve(values.size());
    for (const S& x : values) r.push_back(f(x));
    return r;
  };
  const auto table = [&](const matrix<S>& a) { return matrix<T>(a.rows(), a.cols(), list(a.values())); };
  const auto tables = [&](const std::vector<matrix<S>>& all) {
    std::vector<matrix<T>> r;
    for (const matrix<S>& a : all) r.push_back(table(a));
    return r;
  };
  mixer_evaluation<T> r{table(e.H),      list(e.read),       list(e.write),   {},
                        table(e.state),  tables(e.dH),       tables(e.dread), tables(e.dwrite),
                        table(e.logits), table(e.dH_dlogits)};
  for (const generator<S>& g : e.generators) r.generators.push_back({g.label, list(g.row)});
  for (const generator_array<S>& a : e.arrays) {
    r.arrays.push_back({a.label, {}});
    for (const std::vector<S>& row : a.rows) r.arrays.back().rows.push_back(list(row));
  }
  r.dH_arrays = table(e.dH_arrays);
  r.dread_arrays = table(e.dread_arrays);
  r.dwrite_arrays = table(e.dwrite_arrays);
  return r;
}

} // namespace mixcert
