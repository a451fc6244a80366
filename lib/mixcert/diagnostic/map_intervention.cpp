#include "mixcert/diagnostic/map_intervention.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert {

template <field S>
std::optional<kept_gates<S>> top_k(const context<S>& numbers, const std::vector<S>& gates, std::size_t k) {
  const std::size_t n = gates.size();
  if (k < 1 || k > n) throw std::invalid_argument("top_k: keeps none of the gates, or more than there are");
  // Where k gates each have n - k others certainly below, every other one is below all k: a least of the k in this
  // order has none of the k below itself.
  kept_gates<S> r{{}, numbers.exact(0), std::vector<S>(n, numbers.exact(0))};
  for (std::size_t j = 0; j < n; ++j) {
    const auto is_below = [&](const S& other) { return certainly_less(abs(other), abs(gates[j])); };
    if (static_cast<std::size_t>(std::count_if(gates.begin(), gates.end(), is_below)) >= n - k) r.kept.push_back(j);
  }
  if (r.kept.size() != k) return std::nullopt;
  S all = numbers.exact(0), kept = numbers.exact(0);
  for (const S& h : gates) all += abs(h);
  for (const std::size_t j : r.kept) kept += abs(gates[j]);
  r.scale = all / kept;
  for (const std::size_t j : r.kept) r.gates[j] = r.scale * gates[j];
  return r;
}

template <field S> matrix<S> mean_map(const context<S>& numbers, const std::vector<matrix<S>>& maps) {
  matrix<S> mean(maps.front().rows(), maps.front().cols(), numbers.exact(0));
  for (const matrix<S>& H : maps)
    for (std::size_t i = 0; i < mean.values().size(); ++i) mean.values()[i] += H.values()[i];
  const S count = numbers.exact(static_cast<double>(maps.size()));
  return map(mean, [&](const S& x) { return x / count; });
}

template std::optional<kept_gates<float64>> top_k(const context<float64>&, const std::vector<float64>&, std::size_t);
template std::optional<kept_gates<rational>> top_k(const context<rational>&, const std::vector<rational>&, std::size_t);
template std::optional<kept_gates<mp_interval>> top_k(const context<mp_interval>&, const std::vector<mp_interval>&,
                                                      std::size_t);

template matrix<float64> mean_map(const context<float64>&, const std::vector<matrix<float64>>&);
template matrix<rational> mean_map(const context<rational>&, const std::vector<matrix<rational>>&);
template matrix<mp_interval> mean_map(const context<mp_interval>&, const std::vector<matrix<mp_interval>>&);

} // namespace mixcert
