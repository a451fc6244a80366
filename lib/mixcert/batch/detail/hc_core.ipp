// H and the core of the mixer `hc` from inner products.

/// Theorem T2 with the generators y_s of the streams and v_t of the weights.
template <class T> void hc_core(const hc_constants& site, hc_lanes& io) {
  using ball = dd_ball_lanes<T>;
  constexpr std::size_t most = hc_constants::most_generators;
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  const std::size_t n = site.streams, p = 2 * n;
  const ball zero = constant_ball<T>(0);
  ball K[most * most], R[most * most], xi[most / 2][most], omega[most / 2][most], beta[most], H[most * most / 4];
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = g; h < p; ++h)
      K[g * p + h] = g < n ? ball_at<T>(io.gram, g * p + h) : ball_of<T>(site.weight_gram[(g - n) * n + (h - n)]);
  coordinates_of<T>(p, K, R);
  const auto of_stream = [&](std::size_t s, std::size_t j) { return load<T>(io.coefficients + (s * n + j) * lanes); };
  const auto of_weight = [&](std::size_t t, std::size_t u) {
    return in_all_lanes<T>(site.weight_coefficients[t * n + u]);
  };
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t i = 0; i < p; ++i) {
      xi[s][i] = i > s ? zero : combined_with_former<T>(R + i * p, s, of_stream);
      omega[s][i] = combined_with_former<T>(R + i * p + n, s, of_weight);
    }
  T least{}, squares{};
  for (std::size_t s = 0; s < n; ++s) {
    const auto with_stream = [&](const ball* x) {
      ball sum = zero;
      for (std::size_t i = 0; i <= s; ++i) sum = sum + xi[s][i] * x[i];
      return sum;
    };
    const ball square = with_stream(xi[s]);
    const T lower = square.high * (1 - 0x1p-50) - square.radius;
    least = ((s == 0) | (lower < least) | (lower != lower)) ? lower : least; // NaN stays
    const ball factor = ball_of<T>(site.root_of_width) / sqrt(square), inverse_square = constant_ball<T>(1) / square;
    for (std::size_t t = 0; t < n; ++t) {
      const ball product = with_stream(omega[t]);
      const with_derivative<T> gate = tanh_and_sech_squared(factor * product);
      const ball value =
          times_exact(gate.value, in_all_lanes<T>(site.scale)) + constant_ball<T>(site.offset[s * n + t]);
      const ball slope = times_exact(gate.derivative, in_all_lanes<T>(site.scale)) * factor;
      const ball along = product * inverse_square;
      H[t * n + s] = value;
      for (std::size_t j = 0; j < p; ++j) beta[j] = slope * (j > s ? omega[t][j] : omega[t][j] - xi[s][j] * along);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < p; ++j) {
          ball entry = i > s ? zero : xi[s][i] * beta[j]; // xi_s ends with place s
          if (i == j) entry = entry + value;
          const std::size_t at = ((t * n + i) * n * p + s * p + j) * lanes;
          store(entry.high, io.core_high + at);
          store(entry.low, io.core_low + at);
          squares = squares + entry.radius * entry.radius;
        }
      put_ball(value, io.mixing, t * n + s);
      squares = squares + static_cast<double>(n) * (value.radius * value.radius); // of the rows from n on
    }
  }
  ball P[most * most / 4], Q[most * most / 4], singular[most / 2];
  rotate_and_bound(n, H, P, Q, singular, io.frozen);
  store(squares, io.core_squares);
  store(least, io.least_square);
}
