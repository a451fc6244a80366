#include "mixcert/batch/kernels.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#if MIXCERT_CAN_BE_WIDE
#include <immintrin.h>
#endif

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::hc_constants;
using detail::hc_lanes;
using detail::lane_balls;
using detail::lane_rotations;
using detail::mhc_constants;
using detail::mhc_lanes;

namespace two_lanes {
#define MIXCERT_LANES 2
#include "mixcert/batch/detail/kernels.ipp"
#undef MIXCERT_LANES
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
namespace four_lanes {
#define MIXCERT_LANES 4
#include "mixcert/batch/detail/kernels.ipp"
#undef MIXCERT_LANES
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
namespace eight_lanes {
#define MIXCERT_LANES 8
#include "mixcert/batch/detail/kernels.ipp"
#undef MIXCERT_LANES
} // namespace eight_lanes
#pragma GCC pop_options
#endif

} // namespace

detail::batch_kernels detail::batch_kernels_of(lane_width lanes, bool single) {
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return single ? eight_lanes::kernels_for<8, double>() : eight_lanes::kernels_for<8>();
  if (lanes == lane_width::four) return single ? four_lanes::kernels_for<4, double>() : four_lanes::kernels_for<4>();
#endif
  return single ? two_lanes::kernels_for<2, double>() : two_lanes::kernels_for<2>();
}

double detail::row_product_error(std::size_t length) {
  const double partial_sums = 64 + 16 + static_cast<double>(length / 32);
  return mul_up(mul_up(4, mul_up(partial_sums, partial_sums)), 0x1p-106);
}

} // namespace mixcert
