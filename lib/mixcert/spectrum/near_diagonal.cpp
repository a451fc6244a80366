#include "mixcert/spectrum/detail/near_diagonal.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"

#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

namespace two_lanes {
#include "mixcert/spectrum/detail/second_order.ipp"
constexpr detail::near_diagonal_kernels kernels = kernels_for<2>();
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_AVX
#define MIXCERT_TARGET_FMA
namespace four_lanes {
#include "mixcert/spectrum/detail/second_order.ipp"
constexpr detail::near_diagonal_kernels kernels = kernels_for<4>();
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace eight_lanes {
#include "mixcert/spectrum/detail/second_order.ipp"
constexpr detail::near_diagonal_kernels kernels = kernels_for<8>();
} // namespace eight_lanes
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

} // namespace

detail::near_diagonal_kernels detail::near_diagonal_kernels_of(lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return eight_lanes::kernels;
  if (lanes == lane_width::four) return four_lanes::kernels;
#endif
  return two_lanes::kernels;
}

} // namespace mixcert
