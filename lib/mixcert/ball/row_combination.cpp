#include "mixcert/ball/row_combination.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/directed.hpp"

#include <stdexcept>

// The same operations in the same order whatever the lanes, but for the error of a product, which is exact: results do
// not depend on the processor unless a number underflows.

namespace mixcert {
namespace {

using combination = void (*)(std::span<const row_term> terms, std::size_t columns, double* high, double* low);

#define MIXCERT_LANE_TEXT "mixcert/ball/detail/row_combination.ipp"
#include "mixcert/ball/detail/each_width.ipp"

} // namespace

void combine_rows(std::span<const row_term> terms, std::size_t columns, double* high, double* low, lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
  kernels_of<>(lanes)(terms, columns, high, low);
}

double combination_rounding(std::size_t terms) { return mul_up(static_cast<double>(terms), 0x1.04p-102); }

} // namespace mixcert
