#include "mixcert/batch/kernels.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::chunked_row;
using detail::hc_constants;
using detail::hc_lanes;
using detail::lane_balls;
using detail::lane_rotations;
using detail::mhc_constants;
using detail::mhc_lanes;

namespace two_lanes {
#include "mixcert/batch/detail/kernels.ipp"
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_AVX
#define MIXCERT_TARGET_FMA
namespace four_lanes {
#include "mixcert/batch/detail/kernels.ipp"
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace eight_lanes {
#include "mixcert/batch/detail/kernels.ipp"
} // namespace eight_lanes
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

} // namespace

detail::batch_kernels detail::batch_kernels_of([[maybe_unused]] lane_width lanes, bool single) {
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return single ? eight_lanes::kernels_for<8, double>() : eight_lanes::kernels_for<8>();
  if (lanes == lane_width::four) return single ? four_lanes::kernels_for<4, double>() : four_lanes::kernels_for<4>();
#endif
  return single ? two_lanes::kernels_for<2, double>() : two_lanes::kernels_for<2>();
}

double detail::row_product_error(std::size_t length, std::size_t lanes) {
  const double chunks = static_cast<double>((length + 16 * lanes - 1) / (16 * lanes)), l = static_cast<double>(lanes);
  const double magnitudes = 66 * l + 2 + chunks, roundings = 34 + 3 * l + chunks;
  return mul_up(1.02, mul_up(mul_up(magnitudes, roundings), 0x1p-106));
}

double detail::product_radius(double error, double norm, double other) {
  constexpr double underflow = 0x1p-1020;
  return norm == 0 || other == 0 ? 0 : add_up(mul_up(error, mul_up(norm, other)), underflow);
}

} // namespace mixcert
