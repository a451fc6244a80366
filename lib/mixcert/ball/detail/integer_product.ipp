#include "mixcert/ball/detail/lane_functions.ipp"

/// C += tile panel for `rows` rows of C and two lanes of its columns: `count` columns of the tile and rows of the panel
/// one after the other.
template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_tile(std::size_t count, const double* tile, const double* panel, double* C,
                                            std::size_t stride) {
  using T = typename lanes_of<lanes>::type;
  T sum[rows][2];
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) sum[r][h] = load<T>(C + r * stride + h * lanes);
  for (std::size_t c = 0; c < count; ++c) {
    const T left = load<T>(panel + c * 2 * lanes), right = load<T>(panel + c * 2 * lanes + lanes);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < rows; ++r) {
      const T a = repeated<T>(tile[c * rows + r]);
      sum[r][0] = multiply_add(a, left, sum[r][0]);
      sum[r][1] = multiply_add(a, right, sum[r][1]);
    }
  }
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) store(sum[r][h], C + r * stride + h * lanes);
}

/// A tile at the edge of C, by way of a whole one.
template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_edge(std::size_t count, const double* tile, const double* panel, double* C,
                                            std::size_t stride, std::size_t height, std::size_t width) {
  double edge[rows * 2 * lanes] = {};
  for (std::size_t r = 0; r < height; ++r)
    for (std::size_t h = 0; h < width; ++h) edge[r * 2 * lanes + h] = C[r * stride + h];
  add_tile<lanes, rows>(count, tile, panel, edge, 2 * lanes);
  for (std::size_t r = 0; r < height; ++r)
    for (std::size_t h = 0; h < width; ++h) C[r * stride + h] = edge[r * 2 * lanes + h];
}

/// C += A B for two lanes of columns from j on, or what is left, and `height` rows or some more: `depth` columns of A,
/// which are tiled, at a time.
template <std::size_t lanes, std::size_t rows>
void add_columns(matrix<double>& C, const tiled_matrix& A, const matrix<double>& B, std::size_t j, std::size_t height) {
  constexpr std::size_t width = 2 * lanes;
  const std::size_t m = C.rows(), n = C.cols(), columns = width < n - j ? width : n - j;
  std::vector<double> panel(tiled_matrix::depth * width, 0.0);
  for (std::size_t first = 0; first < B.rows(); first += tiled_matrix::depth) {
    const std::size_t left = B.rows() - first, count = left < tiled_matrix::depth ? left : tiled_matrix::depth;
    for (std::size_t c = 0; c < count; ++c)
      for (std::size_t h = 0; h < columns; ++h) panel[c * width + h] = B(first + c, j + h);
    for (std::size_t i = 0; i < height; i += rows) {
      const double* tile = A.tile(first, count, i);
      double* to = C.values().data() + i * n + j;
      if (i + rows <= m && columns == width)
        add_tile<lanes, rows>(count, tile, panel.data(), to, n);
      else
        add_edge<lanes, rows>(count, tile, panel.data(), to, n, rows < m - i ? rows : m - i, columns);
    }
  }
}

/// Tiles that fill the registers.
template <std::size_t lanes> constexpr product_kernel kernels_for() {
  constexpr std::size_t rows = lanes == 8 ? 12 : lanes == 4 ? 6 : 4;
  return {rows, 2 * lanes, add_columns<lanes, rows>};
}
