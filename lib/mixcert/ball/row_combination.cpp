#include "mixcert/ball/row_combination.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/directed.hpp"

#include <stdexcept>

// The same operations in the same order whatever the lanes, but for the error of a product, which is exact: results do
// not depend on the processor unless a number underflows.

namespace mixcert {
namespace {

namespace two_lanes {
#include "mixcert/ball/detail/row_combination.ipp"
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_AVX
#define MIXCERT_TARGET_FMA
namespace four_lanes {
#include "mixcert/ball/detail/row_combination.ipp"

void combine(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  combine_all<4>(terms, columns, high, low);
}
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace eight_lanes {
#include "mixcert/ball/detail/row_combination.ipp"

void combine(std::span<const row_term> terms, std::size_t columns, double* high, double* low) {
  combine_all<8>(terms, columns, high, low);
}
} // namespace eight_lanes
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

} // namespace

void combine_rows(std::span<const row_term> terms, std::size_t columns, double* high, double* low, lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return eight_lanes::combine(terms, columns, high, low);
  if (lanes == lane_width::four) return four_lanes::combine(terms, columns, high, low);
#endif
  two_lanes::combine_all<2>(terms, columns, high, low);
}

double combination_rounding(std::size_t terms) { return mul_up(static_cast<double>(terms), 0x1.04p-102); }

} // namespace mixcert
