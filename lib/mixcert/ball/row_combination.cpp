#include "mixcert/ball/row_combination.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

// The same operations in the same order whatever the lanes: results do not depend on the processor.

namespace mixcert {
namespace {

namespace everywhere {
#include "mixcert/ball/detail/row_combination.ipp"
}

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2")
namespace wide {
#include "mixcert/ball/detail/row_combination.ipp"

void combine(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  combine_all<4>(terms, columns, high, low);
}
} // namespace wide
#pragma GCC pop_options
#endif

} // namespace

void combine_rows(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
#if MIXCERT_CAN_BE_WIDE
  if (MIXCERT_IS_WIDE) return wide::combine(terms, columns, high, low);
#endif
  everywhere::combine_all<2>(terms, columns, high, low);
}

double combination_rounding(std::size_t terms) { return mul_up(static_cast<double>(terms), 0x1.04p-102); }

} // namespace mixcert
