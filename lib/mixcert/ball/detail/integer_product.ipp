#include "mixcert/ball/detail/lanes.ipp"

/// `rows` rows of C, two lanes of columns, which start at the pointers: C += A panel, the panel k rows of two lanes.
template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_tile(std::size_t k, const double* A, const double* panel, double* C,
                                            std::size_t stride) {
  using T = typename lanes_of<lanes>::type;
  T sum[rows][2];
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) sum[r][h] = load<T>(C + r * stride + h * lanes);
  for (std::size_t c = 0; c < k; ++c) {
    const T left = load<T>(panel + c * 2 * lanes), right = load<T>(panel + c * 2 * lanes + lanes);
    for (std::size_t r = 0; r < rows; ++r) {
      const double a = A[r * k + c];
      sum[r][0] += a * left;
      sum[r][1] += a * right;
    }
  }
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) store(sum[r][h], C + r * stride + h * lanes);
}

template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_panel(const matrix<double>& A, const double* panel, double* C,
                                             std::size_t stride) {
  const std::size_t m = A.rows(), k = A.cols();
  const double* a = A.values().data();
  std::size_t i = 0;
  for (; i + rows <= m; i += rows) add_tile<lanes, rows>(k, a + i * k, panel, C + i * stride, stride);
  for (; i < m; ++i) add_tile<lanes, 1>(k, a + i * k, panel, C + i * stride, stride);
}

/// Two lanes of columns from j on, or what is left.
template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_columns(matrix<double>& C, const matrix<double>& A, const matrix<double>& B,
                                               std::size_t j) {
  constexpr std::size_t width = 2 * lanes;
  const std::size_t m = C.rows(), n = C.cols(), k = A.cols();
  const std::size_t count = width < n - j ? width : n - j;
  std::vector<double> panel(k * width);
  for (std::size_t c = 0; c < k; ++c)
    for (std::size_t h = 0; h < count; ++h) panel[c * width + h] = B(c, j + h);
  if (count == width) {
    add_panel<lanes, rows>(A, panel.data(), C.values().data() + j, n);
    return;
  }
  std::vector<double> edge(m * width);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t h = 0; h < count; ++h) edge[i * width + h] = C(i, j + h);
  add_panel<lanes, rows>(A, panel.data(), edge.data(), width);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t h = 0; h < count; ++h) C(i, j + h) = edge[i * width + h];
}
