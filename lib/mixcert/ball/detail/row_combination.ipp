#include "mixcert/ball/detail/lane_functions.ipp"
#include "mixcert/scalar/detail/double_double_lanes.ipp"

/// The combinations of `count` times as many columns, from `at` on, as T has lanes.
template <class T, std::size_t count>
[[gnu::always_inline]] inline void combine_columns(std::span<const row_term> terms, std::size_t at, double* high,
                                                   double* low) {
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  lanes_of_double_double<T> sum[count] = {};
  for (const row_term& term : terms) {
    const lanes_of_double_double<T> factor{repeated<T>(term.factor.high), repeated<T>(term.factor.low)};
#pragma GCC unroll 4
    for (std::size_t k = 0; k < count; ++k)
      add_product(sum[k], factor, {load<T>(term.high + at + k * lanes), load<T>(term.low + at + k * lanes)});
  }
#pragma GCC unroll 4
  for (std::size_t k = 0; k < count; ++k) {
    store(sum[k].high, high + at + k * lanes);
    store(sum[k].low, low + at + k * lanes);
  }
}

template <std::size_t lanes>
void combine_all(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  using T = typename lanes_of<lanes>::type;
  constexpr std::size_t at_once = 4;
  std::size_t c = 0;
  for (; c + at_once * lanes <= columns; c += at_once * lanes) combine_columns<T, at_once>(terms, c, high, low);
  for (; c + lanes <= columns; c += lanes) combine_columns<T, 1>(terms, c, high, low);
  for (; c < columns; ++c) combine_columns<double, 1>(terms, c, high, low);
}

template <std::size_t lanes> constexpr combination kernels_for() { return combine_all<lanes>; }
