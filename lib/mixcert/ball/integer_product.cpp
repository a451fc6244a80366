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

/// C += A B for some columns of C from j on, A in tiles of so many rows.
struct product_kernel {
  std::size_t rows, columns;
  void (*add)(matrix<double>& C, const tiled_matrix& A, const matrix<double>& B, std::size_t j);
};

#define MIXCERT_LANE_TEXT "mixcert/ball/detail/integer_product.ipp"
#include "mixcert/ball/detail/each_width.ipp"

} // namespace

void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, lane_width lanes) {
  if (lanes > widest_lanes()) throw std::invalid_argument("lanes that this processor does not have");
  const product_kernel kernel = kernels_of<>(lanes);
  const tiled_matrix tiles(A, kernel.rows);
  in_parallel((C.cols() + kernel.columns - 1) / kernel.columns,
              [&](std::size_t k) { kernel.add(C, tiles, B, k * kernel.columns); });
}

} // namespace mixcert
