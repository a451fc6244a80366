// Products of square matrices whose order is a multiple of 16.

/// `rows` rows of C, two lanes of columns: C (+)= A B, or A^T B.
template <std::size_t lanes, std::size_t rows, bool transposed, bool added>
[[gnu::always_inline]] inline void product_tile(std::size_t order, const double* A, const double* B, double* C,
                                                std::size_t i, std::size_t j) {
  using T = typename lanes_of<lanes>::type;
  T sum[rows][2];
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) sum[r][h] = added ? load<T>(C + (i + r) * order + j + h * lanes) : T{};
  for (std::size_t k = 0; k < order; ++k) {
    const T left = load<T>(B + k * order + j), right = load<T>(B + k * order + j + lanes);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < rows; ++r) {
      const T a = repeated<T>(transposed ? A[k * order + i + r] : A[(i + r) * order + k]);
      sum[r][0] = multiply_add<T>(a, left, sum[r][0]);
      sum[r][1] = multiply_add<T>(a, right, sum[r][1]);
    }
  }
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t h = 0; h < 2; ++h) store(sum[r][h], C + (i + r) * order + j + h * lanes);
}

template <std::size_t lanes> constexpr std::size_t tile_rows = lanes == 8 ? 8 : 4;

template <std::size_t lanes, bool transposed, bool added>
[[gnu::always_inline]] inline void multiply_squares(std::size_t order, const double* A, const double* B, double* C) {
  constexpr std::size_t rows = tile_rows<lanes>;
  for (std::size_t j = 0; j < order; j += 2 * lanes)
    for (std::size_t i = 0; i < order; i += rows) product_tile<lanes, rows, transposed, added>(order, A, B, C, i, j);
}

/// The diagonal of A^T A and all above it; some of what is below.
template <std::size_t lanes>
[[gnu::always_inline]] inline void square_upper(std::size_t order, const double* A, double* C) {
  constexpr std::size_t rows = tile_rows<lanes>;
  for (std::size_t j = 0; j < order; j += 2 * lanes)
    for (std::size_t i = 0; i < j + 2 * lanes; i += rows) product_tile<lanes, rows, true, false>(order, A, A, C, i, j);
}
