// Householder's triangular factor with column pivoting. A guess: nothing is relied on.

/// A becomes R, upper triangular, with A_in Pi = Q R for an orthogonal Q: column j of R is column ranking[j] of A_in.
/// `squares`, `row`: room for `order` numbers each.
template <std::size_t lanes>
[[gnu::always_inline]] inline void reduce_to_triangle(std::size_t order, double* A, std::size_t* ranking,
                                                      double* squares, double* row) {
  using T = typename lanes_of<lanes>::type;
  square_columns<lanes>(order, A, squares);
  for (std::size_t j = 0; j < order; ++j) ranking[j] = j;
  for (std::size_t k = 0; k + 1 < order; ++k) {
    std::size_t longest = k;
    for (std::size_t j = k + 1; j < order; ++j)
      if (squares[j] > squares[longest]) longest = j;
    if (longest != k) {
      std::swap(squares[k], squares[longest]);
      std::swap(ranking[k], ranking[longest]);
      for (std::size_t i = 0; i < order; ++i) std::swap(A[i * order + k], A[i * order + longest]);
    }
    double square = 0;
    for (std::size_t i = k; i < order; ++i) square += A[i * order + k] * A[i * order + k];
    if (!(square > 0)) return;
    const double head = A[k * order + k], length = __builtin_sqrt(square), reflected = head > 0 ? -length : length;
    const double first = head - reflected, scale = 1 / (first * reflected); // H = I + scale v v^T, v_k = first
    A[k * order + k] = first;
    const std::size_t from = k / lanes * lanes;
    for (std::size_t j = from; j < order; j += lanes) {
      T sum{};
      for (std::size_t i = k; i < order; ++i)
        sum = multiply_add<T>(repeated<T>(A[i * order + k]), load<T>(A + i * order + j), sum);
      store(T(scale * sum), row + j);
    }
    row[k] = 0; // v itself stays until all other columns are reflected
    for (std::size_t j = from; j < k; ++j) row[j] = 0;
    for (std::size_t i = k; i < order; ++i) {
      const T v = repeated<T>(A[i * order + k]);
      for (std::size_t j = from; j < order; j += lanes)
        store(multiply_add<T>(v, load<T>(row + j), load<T>(A + i * order + j)), A + i * order + j);
    }
    A[k * order + k] = reflected;
    for (std::size_t i = k + 1; i < order; ++i) A[i * order + k] = 0;
    for (std::size_t j = k + 1; j < order; ++j) squares[j] -= A[k * order + j] * A[k * order + j];
  }
}
