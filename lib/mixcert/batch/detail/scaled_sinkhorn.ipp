// A softmax of rows, normalised in turn, in scaling vectors: theorem T14, in lanes.

/// P = diag(R) P0 diag(C), with the derivatives of the logarithms by the n^2 logits, those of P0_jk by L_jl at
/// (j n + k) n + l. For at most `most` streams.
template <class T, std::size_t most> struct scaled_sinkhorn {
  using ball = dd_ball_lanes<T>;
  std::size_t n;
  ball epsilon;
  ball P0[most * most], dlog_P0[most * most * most];
  ball R[most], C[most], dlog_R[most * most * most], dlog_C[most * most * most];

  /// Each row is shifted by the middle of its largest logit, as an exact number.
  void start(const ball* L) {
    const ball zero = constant_ball<T>(0), one = constant_ball<T>(1);
    for (std::size_t j = 0; j < n; ++j) {
      T top = L[j * n].high;
      for (std::size_t k = 1; k < n; ++k) top = L[j * n + k].high > top ? L[j * n + k].high : top;
      ball power[most], sum = zero;
      for (std::size_t k = 0; k < n; ++k) {
        power[k] = exp(L[j * n + k] - exact_ball(top));
        sum = sum + power[k];
      }
      const ball inverse = one / sum;
      for (std::size_t k = 0; k < n; ++k) {
        const ball p = power[k] * inverse;
        ball others = zero;
        for (std::size_t l = 0; l < n; ++l)
          if (l != k) others = others + power[l];
        P0[j * n + k] = p + epsilon;
        const ball share = p / P0[j * n + k];
        for (std::size_t l = 0; l < n; ++l)
          dlog_P0[(j * n + k) * n + l] = share * (l == k ? others * inverse : -(power[l] * inverse));
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      R[j] = C[j] = one;
      for (std::size_t c = 0; c < n * n; ++c) dlog_R[j * n * n + c] = dlog_C[j * n * n + c] = zero;
    }
  }

  /// One scaling of `own` by the sums over the other: of columns (by_rows false), or of rows. The place of (a, b), b an
  /// index of the other, in P0 is a + b n for columns, a n + b for rows.
  void normalise(ball* own, ball* dlog_own, const ball* other, const ball* dlog_other, bool by_rows) {
    for (std::size_t a = 0; a < n; ++a) {
      ball weight[most], kept = epsilon / own[a], sum = kept;
      for (std::size_t b = 0; b < n; ++b) {
        weight[b] = other[b] * P0[by_rows ? a * n + b : b * n + a];
        sum = sum + weight[b];
      }
      own[a] = constant_ball<T>(1) / sum;
      kept = kept * own[a];
      ball* const dlog = dlog_own + a * n * n;
      for (std::size_t c = 0; c < n * n; ++c) dlog[c] = kept * dlog[c];
      for (std::size_t b = 0; b < n; ++b) {
        const ball w = weight[b] * own[a];
        const std::size_t j = by_rows ? a : b, k = by_rows ? b : a;
        for (std::size_t c = 0; c < n * n; ++c) {
          ball change = dlog_other[b * n * n + c];
          if (c / n == j) change = change + dlog_P0[(j * n + k) * n + c % n];
          dlog[c] = dlog[c] - w * change;
        }
      }
    }
  }

  void alternate(std::size_t iterations) {
    normalise(C, dlog_C, R, dlog_R, false);
    for (std::size_t i = 1; i < iterations; ++i) {
      normalise(R, dlog_R, C, dlog_C, true);
      normalise(C, dlog_C, R, dlog_R, false);
    }
  }

  ball value(std::size_t j, std::size_t k) const { return R[j] * P0[j * n + k] * C[k]; }
  /// Of log P_jk by L_ab.
  ball dlog(std::size_t j, std::size_t k, std::size_t a, std::size_t b) const {
    const ball sum = dlog_R[(j * n + a) * n + b] + dlog_C[(k * n + a) * n + b];
    return a == j ? sum + dlog_P0[(j * n + k) * n + b] : sum;
  }
};
