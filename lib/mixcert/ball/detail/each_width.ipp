// Compiles the text MIXCERT_LANE_TEXT, which ends with a template kernels_for<lanes>(), for every width of lanes that
// this build has, each with its instructions and in a namespace of its own. Included inside an unnamed namespace, after
// wide_lanes.hpp and lane_width.hpp.

namespace two_lanes {
#include MIXCERT_LANE_TEXT
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_AVX
#define MIXCERT_TARGET_FMA
namespace four_lanes {
#include MIXCERT_LANE_TEXT
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace eight_lanes {
#include MIXCERT_LANE_TEXT
} // namespace eight_lanes
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

/// kernels_for<lanes, Options...>() of these lanes, of two where the build has no others.
template <class... Options> auto kernels_of([[maybe_unused]] lane_width lanes) {
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return eight_lanes::kernels_for<8, Options...>();
  if (lanes == lane_width::four) return four_lanes::kernels_for<4, Options...>();
#endif
  return two_lanes::kernels_for<2, Options...>();
}

#undef MIXCERT_LANE_TEXT
