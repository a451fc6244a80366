// H and the core of the mixer `hc` from inner products.

/// Theorem T2 with the generators y_0 = x_0, y_s = x_s - delta_s x_0 and the weights.
template <class T> void hc_core(const hc_constants& site, hc_lanes& io) {
  using ball = dd_ball_lanes<T>;
  constexpr std::size_t most = hc_constants::most_generators;
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  const std::size_t n = site.streams, p = 2 * n;
  ball K[most * most], R[most * most], xi[most / 2][most], beta[most], H[most * most / 4];
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = g; h < p; ++h)
      K[g * p + h] = g < n ? ball_at<T>(io.gram, g * p + h) : ball_of<T>(site.weight_gram[(g - n) * n + (h - n)]);
  coordinates_of<T>(p, K, R);
  T least{}, squares{};
  for (std::size_t s = 0; s < n; ++s) {
    const T delta = load<T>(io.delta + s * lanes);
    for (std::size_t i = 0; i < p; ++i) xi[s][i] = R[i * p + s] + times_exact(R[i * p], delta);
    const ball square =
        K[s * p + s] + times_exact(s == 0 ? constant_ball<T>(0) : scaled(K[s], in_all_lanes<T>(2)) + K[0], delta);
    const T lower = square.high * (1 - 0x1p-50) - square.radius;
    least = ((s == 0) | (lower < least) | (lower != lower)) ? lower : least; // NaN stays
    const ball factor = ball_of<T>(site.root_of_width) / sqrt(square), inverse_square = constant_ball<T>(1) / square;
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t w = n + t;
      const ball product = K[s * p + w] + times_exact(K[w], delta);
      const with_derivative<T> gate = tanh_and_sech_squared(factor * product);
      const ball value =
          times_exact(gate.value, in_all_lanes<T>(site.scale)) + constant_ball<T>(site.offset[s * n + t]);
      const ball slope = times_exact(gate.derivative, in_all_lanes<T>(site.scale)) * factor;
      const ball along = product * inverse_square;
      H[t * n + s] = value;
      for (std::size_t j = 0; j < p; ++j) beta[j] = slope * (R[j * p + w] - xi[s][j] * along);
      for (std::size_t i = 0; i < p; ++i)
        for (std::size_t j = 0; j < p; ++j) {
          ball entry = xi[s][i] * beta[j];
          if (i == j) entry = entry + value;
          const std::size_t at = ((t * p + i) * n * p + s * p + j) * lanes;
          store(entry.high, io.core_high + at);
          store(entry.low, io.core_low + at);
          squares = squares + entry.radius * entry.radius;
        }
    }
  }
  ball P[most * most / 4], Q[most * most / 4], singular[most / 2];
  rotate_and_bound(n, H, P, Q, singular, io.frozen);
  store(squares, io.core_squares);
  store(least, io.least_square);
}
