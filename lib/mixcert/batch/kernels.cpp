#include "mixcert/batch/kernels.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/lane_width.hpp"
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

#define MIXCERT_LANE_TEXT "mixcert/batch/detail/kernels.ipp"
#include "mixcert/ball/detail/each_width.ipp"

} // namespace

detail::batch_kernels detail::batch_kernels_of(lane_width lanes, bool single) {
  return single ? kernels_of<double>(lanes) : kernels_of<>(lanes);
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
