#include "mixcert/spectrum/detail/near_diagonal.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"

#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

#define MIXCERT_LANE_TEXT "mixcert/spectrum/detail/second_order.ipp"
#include "mixcert/ball/detail/each_width.ipp"

} // namespace

detail::near_diagonal_kernels detail::near_diagonal_kernels_of(lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
  return kernels_of<>(lanes);
}

} // namespace mixcert
