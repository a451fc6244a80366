// One-sided Jacobi rotations of all columns of a matrix until they are orthogonal. A guess: nothing is relied on.
// In round k column i meets column i ^ k, so that the partners of a lane of columns stand in one lane, too. Where they
// stand in the same, both see the other as partner, with the opposite angle.

template <class T> struct rotation_lanes { T c, s, t; };

/// What makes columns of these squared norms and this inner product orthogonal: (l, r) <- (c l - s r, s l + c r).
template <class T>
[[gnu::always_inline]] inline rotation_lanes<T> rotation(const T& left, const T& right, const T& inner) {
  const T zero{}, one = zero + 1.0, h = right - left, twice = inner + inner;
  const T root = square_root<T>(multiply_add<T>(h, h, twice * twice));
  const T below = h + (h < 0 ? -root : root);
  const auto still = (below == zero) | (inner * inner <= 0x1p-98 * (left * right));
  rotation_lanes<T> r;
  r.t = still ? zero : twice / (still ? one : below);
  r.c = one / square_root<T>(multiply_add<T>(r.t, r.t, one));
  r.s = r.t * r.c;
  return r;
}

template <class I> [[gnu::always_inline]] inline bool any(const I& mask) {
  long long r = 0;
  for (std::size_t l = 0; l < sizeof(I) / sizeof(long long); ++l) r |= mask[l];
  return r != 0;
}

/// The rotations of a round, for the lane of columns that starts at each place.
struct rotation_round {
  static constexpr std::size_t most = 256;
  alignas(64) double inner[most], c[most], s[most];
  bool moves[most]; ///< of a lane: whether any of its rotations does anything
};

template <std::size_t lanes, bool crossed> struct round_of {
  using T = typename lanes_of<lanes>::type;
  using I = typename lane_numbers<lanes>::type;
  std::size_t order, across;
  I exchange;

  [[gnu::always_inline]] T turned(const T& x) const {
    if constexpr (crossed) return exchanged(x, exchange);
    return x;
  }

  [[gnu::always_inline]] T inner_products(const double* a, std::size_t first) const {
    const std::size_t partner = first ^ across;
    T sum[4] = {};
    for (std::size_t i = 0; i < order; i += 4)
      for (std::size_t h = 0; h < 4; ++h) {
        const double* const row = a + (i + h) * order;
        sum[h] = multiply_add<T>(load<T>(row + first), turned(load<T>(row + partner)), sum[h]);
      }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

  [[gnu::always_inline]] void rotate(double* a, std::size_t first, const rotation_round& by) const {
    const std::size_t partner = first ^ across;
    const T c = load<T>(by.c + first), s = load<T>(by.s + first);
    if (partner == first) {
      for (std::size_t i = 0; i < order; ++i) {
        double* const at = a + i * order + first;
        const T x = load<T>(at);
        store(T(c * x - s * turned(x)), at);
      }
      return;
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < order; ++i) {
      double* const row = a + i * order;
      const T l = load<T>(row + first), r = turned(load<T>(row + partner));
      store(T(multiply_add<T>(c, l, -(s * r))), row + first);
      store(turned(multiply_add<T>(s, l, c * r)), row + partner);
    }
  }

  /// The angles of all pairs that start in the lane; `far`: some columns are so far from orthogonal that what these
  /// rotations leave, being of second order, will still be seen.
  [[gnu::always_inline]] void choose(std::size_t first, double* squares, double floor, rotation_round& by,
                                     bool& far) const {
    constexpr double seen = 0x1p-90; // of squared cosines
    const std::size_t partner = first ^ across;
    const T left = load<T>(squares + first), right = turned(load<T>(squares + partner)),
            inner = load<T>(by.inner + first);
    far = far || any((inner * inner > seen * (left * right)) & (left > floor) & (right > floor));
    rotation_lanes<T> r = rotation<T>(left, right, inner);
    by.moves[first] = any(r.t != 0);
    store(r.c, by.c + first);
    if (partner == first) { // columns of equal norms see the same angle
      const auto second_of_equals = (left == right) & (exchange < exchange_of<lanes>(0));
      r.t = second_of_equals ? -r.t : r.t;
      r.s = second_of_equals ? -r.s : r.s;
    } else {
      store(turned(T(right + r.t * inner)), squares + partner);
    }
    store(r.s, by.s + first);
    store(T(left - r.t * inner), squares + first);
  }

  [[gnu::always_inline]] bool run(double* W, double* V, double* squares, double floor) const {
    rotation_round by;
    bool far = false;
    for (std::size_t first = 0; first < order; first += lanes)
      if ((first ^ across) >= first) store(inner_products(W, first), by.inner + first);
    for (std::size_t first = 0; first < order; first += lanes)
      if ((first ^ across) >= first) choose(first, squares, floor, by, far);
    for (std::size_t first = 0; first < order; first += lanes)
      if ((first ^ across) >= first && by.moves[first]) {
        rotate(W, first, by);
        if (V != nullptr) rotate(V, first, by);
      }
    return far;
  }
};

template <std::size_t lanes>
[[gnu::always_inline]] inline void square_columns(std::size_t order, const double* a, double* squares) {
  const round_of<lanes, false> self{order, 0, exchange_of<lanes>(0)};
  for (std::size_t first = 0; first < order; first += lanes) store(self.inner_products(a, first), squares + first);
}

/// W <- W V', and V <- V V' unless there is none, for an orthogonal V' that makes the columns of W orthogonal; their
/// squared norms.
template <std::size_t lanes>
[[gnu::always_inline]] inline void rotate_columns(std::size_t order, double* W, double* V, double* squares) {
  constexpr int most_sweeps = 20;
  bool far = true;
  for (int sweep = 0; far && sweep < most_sweeps; ++sweep) {
    square_columns<lanes>(order, W, squares);
    double largest = 0;
    for (std::size_t j = 0; j < order; ++j) largest = squares[j] > largest ? squares[j] : largest;
    const double floor = 0x1p-104 * largest;
    far = false;
    for (std::size_t k = 1; k < order; ++k) {
      const std::size_t across = k / lanes * lanes;
      const bool seen =
          k % lanes == 0
              ? round_of<lanes, false>{order, across, exchange_of<lanes>(0)}.run(W, V, squares, floor)
              : round_of<lanes, true>{order, across, exchange_of<lanes>(k % lanes)}.run(W, V, squares, floor);
      far = far || seen;
    }
  }
  square_columns<lanes>(order, W, squares);
}
