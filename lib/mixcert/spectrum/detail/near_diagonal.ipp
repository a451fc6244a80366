// How far U^T C V is from a diagonal matrix, with the error-free splittings of theorem T27 (d).
#include "mixcert/scalar/detail/double_double_lanes.ipp"

/// x = high + low with high a multiple of 2^-26, for |x| <= 2^24.
template <class T> [[gnu::always_inline]] inline void cut(const T& x, T& high, T& low) {
  high = (x + 0x1.8p26) - 0x1.8p26;
  low = x - high;
}

template <std::size_t lanes>
[[gnu::always_inline]] inline void cut_all(std::size_t count, const double* x, double* high, double* low) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t at = 0; at < count; at += lanes) {
    T h, l;
    cut(load<T>(x + at), h, l);
    store(h, high + at);
    store(l, low + at);
  }
}

/// The sum of squares.
template <std::size_t lanes> [[gnu::always_inline]] inline double sum_of_squares(std::size_t count, const double* x) {
  using T = typename lanes_of<lanes>::type;
  T sum{};
  for (std::size_t at = 0; at < count; at += lanes) {
    const T value = load<T>(x + at);
    sum = multiply_add<T>(value, value, sum);
  }
  return sum_of_lanes(sum);
}

/// F = V^T V - I, for V = high + low. Returns the largest diagonal entry of high^T high.
template <std::size_t lanes>
[[gnu::always_inline]] inline double defect(std::size_t order, const double* high, const double* low, double* half,
                                            double* P, double* F) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t at = 0; at < order * order; at += lanes)
    store(multiply_add<T>(repeated<T>(0.5), load<T>(low + at), load<T>(high + at)), half + at);
  square_upper<lanes>(order, high, F);
  multiply_squares<lanes, true, false>(order, low, half, P);
  double largest = 0;
  for (std::size_t i = 0; i < order; ++i) {
    double& x = F[i * order + i];
    largest = x > largest ? x : largest;
    x -= 1;
  }
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = i; j < order; ++j) {
      const double x = (F[i * order + j] + P[i * order + j]) + P[j * order + i];
      F[i * order + j] = F[j * order + i] = x;
    }
  return largest;
}

/// R = C V - U diag(s), of which `exact` is to hold high products and R all smaller ones at first.
template <std::size_t lanes>
[[gnu::always_inline]] inline void residual(std::size_t order, const double* exact, const double* U, const double* s,
                                            double* R) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j < order; j += lanes) {
      const std::size_t at = i * order + j;
      const T u = load<T>(U + at), value = load<T>(s + j), p = u * value;
      T u_high, u_low, s_high, s_low, h, l;
      halve(u, u_high, u_low);
      halve(value, s_high, s_low);
      const T e = ((u_high * s_high - p) + u_high * s_low + u_low * s_high) + u_low * s_low;
      two_sum(load<T>(exact + at), T(-p), h, l);
      store(T(h + (l + (load<T>(R + at) - e))), R + at);
    }
}

/// All of it; the arrays hold order^2 numbers each.
template <std::size_t lanes>
[[gnu::always_inline]] inline detail::near_diagonal_norms couple(std::size_t order, detail::near_diagonal_arrays& a) {
  using T = typename lanes_of<lanes>::type;
  const std::size_t count = order * order;
  detail::near_diagonal_norms norms{};
  norms.C = sum_of_squares<lanes>(count, a.C);
  cut_all<lanes>(count, a.V, a.high_V, a.low_V);
  const double largest_V = defect<lanes>(order, a.high_V, a.low_V, a.half, a.P, a.F);
  cut_all<lanes>(count, a.U, a.high, a.low);
  const double largest_U = defect<lanes>(order, a.high, a.low, a.half, a.P, a.G);
  norms.largest_square = largest_U > largest_V ? largest_U : largest_V;
  norms.F = sum_of_squares<lanes>(count, a.F);
  norms.G = sum_of_squares<lanes>(count, a.G);
  for (std::size_t at = 0; at < count; at += lanes) {
    T h, l;
    cut(load<T>(a.C + at), h, l);
    store(h, a.high + at);
    store(T(l + load<T>(a.C_low + at)), a.low + at);
  }
  multiply_squares<lanes, false, false>(order, a.high, a.high_V, a.P);
  multiply_squares<lanes, false, false>(order, a.high, a.low_V, a.R);
  multiply_squares<lanes, false, true>(order, a.low, a.V, a.R);
  residual<lanes>(order, a.P, a.U, a.s, a.R);
  norms.R = sum_of_squares<lanes>(count, a.R);
  multiply_squares<lanes, true, false>(order, a.U, a.R, a.N);
  norms.Y = sum_of_squares<lanes>(count, a.N);
  for (std::size_t j = 0; j < order; ++j) a.columns[j] = 0;
  for (std::size_t i = 0; i < order; ++i) {
    T row{};
    for (std::size_t j = 0; j < order; j += lanes) {
      const std::size_t at = i * order + j;
      const T difference = load<T>(a.G + at) * load<T>(a.s + j) - a.s[i] * load<T>(a.F + at);
      const T x = 0.5 * difference + load<T>(a.N + at);
      store(x, a.N + at);
      const T square = x * x;
      row += square;
      store(T(load<T>(a.columns + j) + square), a.columns + j);
    }
    a.rows[i] = sum_of_lanes(row);
  }
  return norms;
}
