#include "mixcert/ball/lane_width.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"

namespace mixcert {
namespace {

lane_width widest() {
#if MIXCERT_CAN_BE_WIDE
  if (__builtin_cpu_supports("fma")) {
    if (__builtin_cpu_supports("avx512f")) return lane_width::eight;
    if (__builtin_cpu_supports("avx2")) return lane_width::four;
  }
#endif
  return lane_width::two;
}

} // namespace

lane_width widest_lanes() {
  static const lane_width lanes = widest();
  return lanes;
}

} // namespace mixcert
