#include "mixcert/diagnostic/load.hpp"

#include <algorithm>

namespace mixcert {
namespace {

/// The stream that `before` puts before every other one.
template <class S, class Order> std::optional<std::size_t> first_of(const std::vector<S>& values, Order before) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    bool is_first = true;
    for (std::size_t k = 0; k < values.size(); ++k) is_first = is_first && (k == j || before(values[j], values[k]));
    if (is_first) return j;
  }
  return std::nullopt;
}

/// Of the loads of one token.
template <class S> std::optional<std::size_t> winner_of(const std::vector<S>& load) {
  const auto winner = highest_stream(load);
  return winner && certainly_less(-load[*winner], load[*winner]) ? winner : std::nullopt;
}

} // namespace

template <field S> std::vector<S> routing_load(const context<S>& numbers, const std::vector<S>& gates) {
  S sum = numbers.exact(0);
  for (const S& h : gates) sum += abs(h);
  std::vector<S> load;
  for (const S& h : gates) load.push_back(abs(h) / sum);
  return load;
}

template <field S> std::vector<S> mean_load(const context<S>& numbers, const std::vector<std::vector<S>>& loads) {
  std::vector<S> mean(loads.front().size(), numbers.exact(0));
  for (const std::vector<S>& load : loads)
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += load[j];
  for (S& x : mean) x = x / numbers.exact(static_cast<double>(loads.size()));
  return mean;
}

template <field S> S effective_streams(const context<S>& numbers, const std::vector<S>& load) {
  S sum = numbers.exact(0);
  for (const S& p : load) sum += sqr(p);
  return numbers.exact(1) / sum;
}

template <field S> std::optional<std::size_t> highest_stream(const std::vector<S>& values) {
  return first_of(values, [](const S& x, const S& y) { return certainly_less(y, x); });
}

template <field S> std::optional<std::size_t> lowest_stream(const std::vector<S>& values) {
  return first_of(values, [](const S& x, const S& y) { return certainly_less(x, y); });
}

template <field S> winner_count count_winners(const std::vector<std::vector<S>>& loads) {
  const std::size_t n = loads.empty() ? 0 : loads.front().size();
  std::vector<std::size_t> certain(n, 0), possible(n, 0);
  for (const std::vector<S>& load : loads) {
    if (const auto winner = winner_of(load)) ++certain[*winner];
    for (std::size_t j = 0; j < n; ++j)
      if (std::none_of(load.begin(), load.end(), [&](const S& other) { return certainly_less(load[j], other); }))
        ++possible[j];
  }
  winner_count r{.tokens = loads.size(), .winner = {}};
  for (std::size_t j = 0; j < n; ++j) {
    r.at_least = std::max(r.at_least, certain[j]);
    r.at_most = std::max(r.at_most, possible[j]);
    bool is_most_frequent = certain[j] > 0;
    for (std::size_t k = 0; k < n; ++k) is_most_frequent = is_most_frequent && (k == j || certain[j] > possible[k]);
    if (is_most_frequent) r.winner = j;
  }
  return r;
}

template std::vector<float64> routing_load(const context<float64>&, const std::vector<float64>&);
template std::vector<rational> routing_load(const context<rational>&, const std::vector<rational>&);
template std::vector<mp_interval> routing_load(const context<mp_interval>&, const std::vector<mp_interval>&);

template std::vector<float64> mean_load(const context<float64>&, const std::vector<std::vector<float64>>&);
template std::vector<rational> mean_load(const context<rational>&, const std::vector<std::vector<rational>>&);
template std::vector<mp_interval> mean_load(const context<mp_interval>&, const std::vector<std::vector<mp_interval>>&);

template float64 effective_streams(const context<float64>&, const std::vector<float64>&);
template rational effective_streams(const context<rational>&, const std::vector<rational>&);
template mp_interval effective_streams(const context<mp_interval>&, const std::vector<mp_interval>&);

template std::optional<std::size_t> highest_stream(const std::vector<float64>&);
template std::optional<std::size_t> highest_stream(const std::vector<rational>&);
template std::optional<std::size_t> highest_stream(const std::vector<mp_interval>&);

template std::optional<std::size_t> lowest_stream(const std::vector<float64>&);
template std::optional<std::size_t> lowest_stream(const std::vector<rational>&);
template std::optional<std::size_t> lowest_stream(const std::vector<mp_interval>&);

template winner_count count_winners(const std::vector<std::vector<float64>>&);
template winner_count count_winners(const std::vector<std::vector<rational>>&);
template winner_count count_winners(const std::vector<std::vector<mp_interval>>&);

} // namespace mixcert
