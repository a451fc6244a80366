#include "mixcert/ball/integer_product.hpp"

#include "mixcert/ball/detail/tiled_matrix.hpp"
#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace mixcert {
namespace {

using detail::tiled_matrix;

/// C += A B for some columns of C from j on and its first `height` rows, A in tiles of so many rows.
struct product_kernel {
  std::size_t rows, columns;
  void (*add)(matrix<double>& C, const tiled_matrix& A, const matrix<double>& B, std::size_t j, std::size_t height);
};

#define MIXCERT_LANE_TEXT "mixcert/ball/detail/integer_product.ipp"
#include "mixcert/ball/detail/each_width.ipp"

/// height(j) rows of columns from j on.
template <class Height>
void add_by_columns(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, lane_width lanes,
                    const Height& height) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
  const product_kernel kernel = kernels_of<>(lanes);
  const tiled_matrix tiles(A, kernel.rows);
  in_parallel((C.cols() + kernel.columns - 1) / kernel.columns, [&](std::size_t k) {
    const std::size_t j = k * kernel.columns;
    kernel.add(C, tiles, B, j, height(j, kernel.columns));
  });
}

} // namespace

void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, lane_width lanes) {
  add_by_columns(C, A, B, lanes, [&](std::size_t, std::size_t) { return C.rows(); });
}

void add_upper_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, lane_width lanes) {
  add_by_columns(C, A, B, lanes, [&](std::size_t j, std::size_t columns) { return std::min(C.rows(), j + columns); });
}

} // namespace mixcert
