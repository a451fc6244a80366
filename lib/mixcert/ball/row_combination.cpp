#include "mixcert/ball/row_combination.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

// The same operations in the same order whatever the lanes: results do not depend on the processor.

namespace mixcert {
namespace {

template <class T> [[gnu::always_inline]] inline T repeated(double x) { return T{} + x; }

/// Columns from `first` on, as many as T has lanes.
template <class T>
[[gnu::always_inline]] inline void combine(std::span<const row_term> terms, std::size_t first, double* high,
                                           double* low) {
  detail::lanes_of_double_double<T> sum{T{}, T{}};
  for (const row_term& term : terms) {
    const detail::lanes_of_double_double<T> factor{repeated<T>(term.factor.high), repeated<T>(term.factor.low)};
    detail::add_product(sum, factor, {detail::load<T>(term.high + first), detail::load<T>(term.low + first)});
  }
  detail::store(sum.high, high + first);
  detail::store(sum.low, low + first);
}

template <std::size_t lanes>
[[gnu::always_inline]] inline void combine_all(std::span<const row_term> terms, std::size_t columns, double* high,
                                               double* low) {
  std::size_t c = 0;
  for (; c + lanes <= columns; c += lanes) combine<typename detail::lanes_of<lanes>::type>(terms, c, high, low);
  for (; c < columns; ++c) combine<double>(terms, c, high, low);
}

MIXCERT_WIDE_LANES void combine_wide(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  combine_all<4>(terms, columns, high, low);
}

} // namespace

void combine_rows(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  if (MIXCERT_HAS_WIDE_LANES)
    combine_wide(terms, columns, high, low);
  else
    combine_all<2>(terms, columns, high, low);
}

double combination_rounding(std::size_t terms) { return mul_up(static_cast<double>(terms), 0x1.04p-102); }

} // namespace mixcert
