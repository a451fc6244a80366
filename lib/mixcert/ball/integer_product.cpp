#include "mixcert/ball/integer_product.hpp"

#include "mixcert/ball/detail/tiled_matrix.hpp"
#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/parallel.hpp"

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace mixcert {
namespace {

using detail::tiled_matrix;

namespace two_lanes {
#include "mixcert/ball/detail/integer_product.ipp"
} // namespace two_lanes

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_AVX
#define MIXCERT_TARGET_FMA
namespace four_lanes {
#include "mixcert/ball/detail/integer_product.ipp"

void add(matrix<double>& C, const tiled_matrix& A, const matrix<double>& B, std::size_t j) {
  add_columns<4, 6>(C, A, B, j);
}
} // namespace four_lanes
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace eight_lanes {
#include "mixcert/ball/detail/integer_product.ipp"

void add(matrix<double>& C, const tiled_matrix& A, const matrix<double>& B, std::size_t j) {
  add_columns<8, 12>(C, A, B, j);
}
} // namespace eight_lanes
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

/// By tiles of `rows` rows and two lanes of columns each.
template <class Add>
void add_by_columns(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, std::size_t rows,
                    std::size_t lanes, const Add& add) {
  const tiled_matrix tiles(A, rows);
  const std::size_t width = 2 * lanes;
  in_parallel((C.cols() + width - 1) / width, [&](std::size_t k) { add(C, tiles, B, k * width); });
}

} // namespace

void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
#if MIXCERT_CAN_BE_WIDE
  if (lanes == lane_width::eight) return add_by_columns(C, A, B, 12, 8, eight_lanes::add);
  if (lanes == lane_width::four) return add_by_columns(C, A, B, 6, 4, four_lanes::add);
#endif
  add_by_columns(C, A, B, 4, 2, two_lanes::add_columns<2, 4>);
}

} // namespace mixcert
