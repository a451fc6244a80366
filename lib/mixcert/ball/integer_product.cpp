#include "mixcert/ball/integer_product.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mixcert {
namespace {

using detail::lanes_of, detail::load, detail::store;

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

template <std::size_t lanes, std::size_t rows>
[[gnu::always_inline]] inline void add_all(matrix<double>& C, const matrix<double>& A, const matrix<double>& B) {
  constexpr std::size_t width = 2 * lanes;
  const std::size_t m = C.rows(), n = C.cols(), k = A.cols();
  std::vector<double> panel(k * width), edge(m * width);
  for (std::size_t j = 0; j < n; j += width) {
    const std::size_t count = std::min(width, n - j);
    for (std::size_t c = 0; c < k; ++c)
      for (std::size_t h = 0; h < count; ++h) panel[c * width + h] = B(c, j + h);
    if (count == width) {
      add_panel<lanes, rows>(A, panel.data(), C.values().data() + j, n);
      continue;
    }
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t h = 0; h < count; ++h) edge[i * width + h] = C(i, j + h);
    add_panel<lanes, rows>(A, panel.data(), edge.data(), width);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t h = 0; h < count; ++h) C(i, j + h) = edge[i * width + h];
  }
}

MIXCERT_WIDE_LANES void add_wide(matrix<double>& C, const matrix<double>& A, const matrix<double>& B) {
  add_all<4, 6>(C, A, B);
}

} // namespace

void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B) {
  if (MIXCERT_HAS_WIDE_LANES)
    add_wide(C, A, B);
  else
    add_all<2, 4>(C, A, B);
}

} // namespace mixcert
