// Singular vectors of a few columns, with all places that double_double numbers have. A guess.

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> point(dd_ball_lanes<T> x) {
  x.radius = T{};
  return x;
}

/// H ~ P diag(s) Q^T, n x n: points, s in no order.
template <class T>
[[gnu::always_inline]] inline void rotate_small(std::size_t n, const dd_ball_lanes<T>* H, dd_ball_lanes<T>* P,
                                                dd_ball_lanes<T>* Q, dd_ball_lanes<T>* s) {
  using ball = dd_ball_lanes<T>;
  constexpr int sweeps = 9;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      P[i * n + j] = point(H[i * n + j]);
      Q[i * n + j] = constant_ball<T>(i == j ? 1 : 0);
    }
  const auto inner = [&](std::size_t a, std::size_t b) {
    ball sum = constant_ball<T>(0);
    for (std::size_t i = 0; i < n; ++i) sum = point(sum + P[i * n + a] * P[i * n + b]);
    return sum;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        const T h = inner(b, b).high - inner(a, a).high, twice = 2 * inner(a, b).high;
        const T length = square_root<T>(h * h + twice * twice), below = h + (h < 0 ? -length : length);
        const T t = below == 0 ? T{} : T(twice / (below == 0 ? T{} + 1 : below));
        const ball tangent = exact_ball(t);
        const ball c = point(constant_ball<T>(1) / sqrt(point(constant_ball<T>(1) + sqr(tangent))));
        const ball turn = point(c * tangent);
        for (ball* const A : {P, Q})
          for (std::size_t i = 0; i < n; ++i) {
            const ball l = A[i * n + a], r = A[i * n + b];
            A[i * n + a] = point(c * l - turn * r);
            A[i * n + b] = point(turn * l + c * r);
          }
      }
  for (std::size_t k = 0; k < n; ++k) {
    s[k] = point(sqrt(inner(k, k)));
    const ball inverse = point(constant_ball<T>(1) / s[k]);
    for (std::size_t i = 0; i < n; ++i) P[i * n + k] = point(P[i * n + k] * inverse);
  }
}

/// An upper bound of ||A^T B - D||_F for n x n matrices and diagonal D, n <= 8: theorem T28 (d).
template <class T>
[[gnu::always_inline]] inline T distance_from_diagonal(std::size_t n, const dd_ball_lanes<T>* A,
                                                       const dd_ball_lanes<T>* B, const dd_ball_lanes<T>* D) {
  T squares{}, sizes{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      dd_ball_lanes<T> sum = i == j ? -D[i] : constant_ball<T>(0);
      for (std::size_t k = 0; k < n; ++k) sum = sum + A[k * n + i] * B[k * n + j];
      const T size = magnitude(sum);
      squares = squares + size * size;
      sizes = sizes + size;
    }
  const T underflow = sizes == 0 ? T{} : in_all_lanes<T>(0x1p-500);
  return upward(T(square_root<T>(upward(upward(squares))) + underflow));
}

/// H = P diag(s) Q^T nearly, and what T3 (d) needs of it.
template <class T>
[[gnu::always_inline]] inline void rotate_and_bound(std::size_t n, const dd_ball_lanes<T>* H, dd_ball_lanes<T>* P,
                                                    dd_ball_lanes<T>* Q, dd_ball_lanes<T>* s, lane_rotations& bounds) {
  constexpr std::size_t most = 8;
  dd_ball_lanes<T> ones[most], HQ[most * most];
  rotate_small(n, H, P, Q, s);
  for (std::size_t k = 0; k < n; ++k) {
    ones[k] = constant_ball<T>(1);
    put_ball(s[k], bounds.s, k);
    for (std::size_t i = 0; i < n; ++i) {
      dd_ball_lanes<T> sum = constant_ball<T>(0);
      for (std::size_t j = 0; j < n; ++j) sum = sum + H[i * n + j] * Q[j * n + k];
      HQ[i * n + k] = sum;
    }
  }
  store(distance_from_diagonal(n, P, P, ones), bounds.alpha);
  store(distance_from_diagonal(n, Q, Q, ones), bounds.beta);
  store(distance_from_diagonal(n, P, HQ, s), bounds.nu);
}
