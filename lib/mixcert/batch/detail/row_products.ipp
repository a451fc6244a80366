// Inner products of rows of binary64 numbers with twice their places: theorem T28 (a).

template <class T> struct long_sum { T sum, rest; };

/// sum + rest + a b, its error going to the rest.
template <class T> [[gnu::always_inline]] inline void add_to(long_sum<T>& total, const T& a, const T& b) {
  T product, error, lost;
  two_product(a, b, product, error);
  two_sum(total.sum, product, total.sum, lost);
  total.rest += lost + error;
}

/// sum + rest + other.
template <class T> [[gnu::always_inline]] inline void join(long_sum<T>& total, const T& sum, const T& rest) {
  T lost;
  two_sum(total.sum, sum, total.sum, lost);
  total.rest += lost + rest;
}

/// products[k] = sum_c a[c] rows[k][c], with the low parts of the rows where they have some.
template <std::size_t lanes, std::size_t count, bool with_low>
[[gnu::always_inline]] inline void multiply_rows(std::size_t length, const double* a, const double* const* rows,
                                                 const double* const* lows, double_double* products) {
  using T = typename lanes_of<lanes>::type;
  constexpr std::size_t chunk = 32 * lanes;
  const std::size_t whole = length / lanes * lanes;
  long_sum<T> totals[count] = {};
  for (std::size_t first = 0; first < whole; first += chunk) {
    const std::size_t end = first + chunk < whole ? first + chunk : whole;
    long_sum<T> sums[count] = {};
    for (std::size_t c = first; c < end; c += lanes) {
      const T x = load<T>(a + c);
      for (std::size_t k = 0; k < count; ++k) {
        add_to(sums[k], x, load<T>(rows[k] + c));
        if constexpr (with_low) sums[k].rest = multiply_add<T>(x, load<T>(lows[k] + c), sums[k].rest);
      }
    }
    for (std::size_t k = 0; k < count; ++k) join(totals[k], sums[k].sum, sums[k].rest);
  }
  for (std::size_t k = 0; k < count; ++k) {
    long_sum<double> total = {};
    for (std::size_t l = 0; l < lanes; ++l) join(total, double(totals[k].sum[l]), double(totals[k].rest[l]));
    for (std::size_t c = whole; c < length; ++c) {
      add_to(total, a[c], rows[k][c]);
      if constexpr (with_low) total.rest += a[c] * lows[k][c];
    }
    two_sum(total.sum, total.rest, products[k].high, products[k].low);
  }
}

template <std::size_t lanes, bool with_low>
[[gnu::always_inline]] inline void multiply_all_rows(std::size_t length, const double* a, std::size_t count,
                                                     const double* const* rows, const double* const* lows,
                                                     double_double* products) {
  constexpr std::size_t at_once = 4;
  std::size_t k = 0;
  for (; k + at_once <= count; k += at_once)
    multiply_rows<lanes, at_once, with_low>(length, a, rows + k, lows + (with_low ? k : 0), products + k);
  for (; k < count; ++k)
    multiply_rows<lanes, 1, with_low>(length, a, rows + k, lows + (with_low ? k : 0), products + k);
}
