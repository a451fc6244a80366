// Coordinates of generators in an orthonormal basis of their span: theorem T5, with exact Gram matrices.

/// R, upper triangular, with R^T R = K for the Gram matrix K of p generators of which the upper half is given, row by
/// row: column g of R are the coordinates of generator g. Zero generators have zero columns.
template <class T>
[[gnu::always_inline]] inline void coordinates_of(std::size_t p, const dd_ball_lanes<T>* K, dd_ball_lanes<T>* R) {
  const dd_ball_lanes<T> zero = constant_ball<T>(0), one = constant_ball<T>(1);
  for (std::size_t i = 0; i < p; ++i) {
    const dd_ball_lanes<T>& diagonal = K[i * p + i];
    const auto is_zero = (diagonal.high == 0) & (diagonal.radius == 0);
    dd_ball_lanes<T> inverse = one;
    for (std::size_t j = i; j < p; ++j) {
      dd_ball_lanes<T> sum = K[i * p + j];
      for (std::size_t k = 0; k < i; ++k) sum = sum - R[k * p + i] * R[k * p + j];
      if (j == i) {
        const dd_ball_lanes<T> root = sqrt(select(is_zero, one, sum));
        inverse = one / root;
        R[i * p + i] = select(is_zero, zero, root);
      } else {
        R[i * p + j] = select(is_zero, zero, sum * inverse);
        R[j * p + i] = zero;
      }
    }
  }
}

/// Component i of x_s = y_s + sum_{j < s} c_sj y_j, from components of y_j at y[j].
template <class T, class Coefficient>
[[gnu::always_inline]] inline dd_ball_lanes<T> combined_with_former(const dd_ball_lanes<T>* y, std::size_t s,
                                                                    Coefficient c) {
  dd_ball_lanes<T> sum = y[s];
  for (std::size_t j = 0; j < s; ++j) sum = sum + times_exact(y[j], c(s, j));
  return sum;
}
