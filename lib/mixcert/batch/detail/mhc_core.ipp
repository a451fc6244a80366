// H and the core of the mixer `mhc-v4` from inner products: theorems T14 and T3 (b).

template <class T> void mhc_core(const mhc_constants& site, mhc_lanes& io) {
  using ball = dd_ball_lanes<T>;
  constexpr std::size_t most = mhc_constants::most_streams, most_generators = most * most;
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  const std::size_t n = site.streams, arrays = n * (n - 1), p = n + arrays, rows = n * n;
  const ball zero = constant_ball<T>(0), one = constant_ball<T>(1);

  const auto state = [&](std::size_t i, std::size_t j) {
    return ball_at<T>(io.state_gram, i < j ? i * n + j : j * n + i);
  };
  const auto along = [&](std::size_t a, std::size_t s, std::size_t j) {
    return ball_at<T>(io.array_products, (a * n + s) * n + j);
  };
  const auto coefficient = [&](std::size_t s, std::size_t j) { return load<T>(io.coefficients + (s * n + j) * lanes); };
  const auto with_x = [&](std::size_t s, const auto& with_generator) { // of x_s = y_s + sum_{j < s} c_sj y_j
    ball with[most];
    for (std::size_t j = 0; j <= s; ++j) with[j] = with_generator(j);
    return combined_with_former<T>(with, s, coefficient);
  };
  ball square = zero;
  for (std::size_t s = 0; s < n; ++s)
    square = square + with_x(s, [&](std::size_t j) { return with_x(s, [&](std::size_t i) { return state(i, j); }); });
  const ball mean = square * ball_of<T>(site.inverse_size) + ball_of<T>(site.norm_eps);
  const ball inverse_mean = one / mean, r = sqrt(inverse_mean);

  // Products of the differences of weights, and the logits.
  ball difference[most_generators], logits[most_generators];
  for (std::size_t i = 0; i < n; ++i) {
    ball first = zero;
    for (std::size_t s = 0; s < n; ++s) first = first + ball_at<T>(io.first_products, i * n + s);
    for (std::size_t l = 0; l < n; ++l) {
      ball product = first;
      if (l > 0) {
        const std::size_t a = i * (n - 1) + l - 1;
        difference[a] = zero;
        for (std::size_t s = 0; s < n; ++s)
          difference[a] = difference[a] + with_x(s, [&](std::size_t j) { return along(a, s, j); });
        product = first + difference[a];
      }
      logits[i * n + l] =
          times_exact(product * r, in_all_lanes<T>(site.scale)) + constant_ball<T>(site.base[i * n + l]);
    }
  }
  scaled_sinkhorn<T, most> mixed;
  mixed.n = n;
  mixed.epsilon = ball_of<T>(site.hc_eps);
  mixed.start(logits);
  mixed.alternate(site.iterations);

  // H_ij = P_ji, and its derivative: slopes[i n + j] on the arrays, on_state[i n + j] on X.
  ball H[most_generators], slopes[most_generators * most_generators], on_state[most_generators];
  const ball step = times_exact(r, in_all_lanes<T>(site.scale));
  const ball bend = step * inverse_mean * ball_of<T>(site.inverse_size);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t ij = i * n + j;
      H[ij] = mixed.value(j, i);
      ball sum = zero;
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 1; b < n; ++b) {
          const std::size_t at = a * (n - 1) + b - 1;
          const ball slope = H[ij] * mixed.dlog(j, i, a, b);
          slopes[ij * arrays + at] = slope * step;
          sum = sum + slope * difference[at];
        }
      on_state[ij] = -(sum * bend);
    }

  ball P[most_generators], Q[most_generators], s[most];
  rotate_and_bound(n, H, P, Q, s, io.frozen);

  // For each stream l: the space of x_1, ..., x_n and the rotated arrays, the rotated derivatives in its coordinates,
  // and with them the block column l of the core, of which the first n rows of each block are more than s I.
  ball K[most_generators * most_generators], R[most_generators * most_generators];
  ball derivative[most_generators * most_generators], combined[most_generators];
  T squares{};
  for (std::size_t l = 0; l < n; ++l) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) K[i * p + j] = state(i, j);
    for (std::size_t a = 0; a < arrays; ++a) {
      for (std::size_t j = 0; j < n; ++j) {
        ball sum = zero;
        for (std::size_t t = 0; t < n; ++t) sum = sum + Q[t * n + l] * along(a, t, j);
        K[j * p + n + a] = sum;
      }
      for (std::size_t b = a; b < arrays; ++b) {
        ball sum = zero;
        for (std::size_t t = 0; t < n; ++t) {
          ball part = zero;
          for (std::size_t v = 0; v < n; ++v)
            part = part + Q[v * n + l] * ball_of<T>(site.array_gram[(a * n + t) * arrays * n + b * n + v]);
          sum = sum + Q[t * n + l] * part;
        }
        K[(n + a) * p + n + b] = sum;
      }
    }
    coordinates_of<T>(p, K, R);
    ball xs[most_generators]; // coordinates c < n of x_j at c n + j
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t j = 0; j < n; ++j)
        xs[c * n + j] = j < c ? zero : combined_with_former<T>(R + c * p, j, coefficient);
    for (std::size_t ij = 0; ij < rows; ++ij)
      for (std::size_t c = 0; c < p; ++c) {
        ball sum = zero;
        if (c < n) {
          for (std::size_t t = 0; t < n; ++t) sum = sum + Q[t * n + l] * xs[c * n + t];
          sum = sum * on_state[ij];
        }
        for (std::size_t a = c < n ? 0 : c - n; a < arrays; ++a) sum = sum + slopes[ij * arrays + a] * R[c * p + n + a];
        derivative[ij * p + c] = sum;
      }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t c = 0; c < p; ++c) {
        for (std::size_t j = 0; j < n; ++j) {
          ball sum = zero;
          for (std::size_t i = 0; i < n; ++i) sum = sum + P[i * n + k] * derivative[(i * n + j) * p + c];
          combined[j] = sum;
        }
        for (std::size_t row = 0; row < n; ++row) {
          ball entry = k == l && row == c ? s[k] : zero;
          for (std::size_t j = 0; j < n; ++j) entry = entry + xs[row * n + j] * combined[j];
          const std::size_t at = ((k * n + row) * n * p + l * p + c) * lanes;
          store(entry.high, io.core_high + at);
          store(entry.low, io.core_low + at);
          squares = squares + entry.radius * entry.radius;
        }
      }
  }
  store(squares, io.core_squares);
}
