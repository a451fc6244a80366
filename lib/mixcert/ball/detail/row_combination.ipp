#include "mixcert/ball/detail/lanes.ipp"
#include "mixcert/scalar/detail/double_double_lanes.ipp"

template <class T> [[gnu::always_inline]] inline T repeated(double x) { return T{} + x; }

/// Adds factor times the row to as many columns from `at` on as T has lanes.
template <class T>
[[gnu::always_inline]] inline void add_row(const row_term& term, std::size_t at, double* high, double* low) {
  const lanes_of_double_double<T> factor{repeated<T>(term.factor.high), repeated<T>(term.factor.low)};
  lanes_of_double_double<T> sum{load<T>(high + at), load<T>(low + at)};
  add_product(sum, factor, {load<T>(term.high + at), load<T>(term.low + at)});
  store(sum.high, high + at);
  store(sum.low, low + at);
}

template <std::size_t lanes>
[[gnu::always_inline]] inline void combine_all(std::span<const row_term> terms, std::size_t columns, double* high,
                                               double* low) {
  for (std::size_t c = 0; c < columns; ++c) high[c] = low[c] = 0;
  for (const row_term& term : terms) {
    std::size_t c = 0;
    for (; c + lanes <= columns; c += lanes) add_row<typename lanes_of<lanes>::type>(term, c, high, low);
    for (; c < columns; ++c) add_row<double>(term, c, high, low);
  }
}
