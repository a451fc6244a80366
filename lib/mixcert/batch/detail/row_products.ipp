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

/// The largest power of two below x, times two.
[[gnu::always_inline]] inline double power_above(double x) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits &= 0x7ff0000000000000;
  __builtin_memcpy(&x, &bits, sizeof bits);
  return 2 * x;
}

/// a b = high + rest but for the rest's rounding, high being a multiple of the last place of `cut`.
template <class T>
[[gnu::always_inline]] inline void cut_product(const T& a, const T& b, const T& cut, T& high, T& rest) {
#if MIXCERT_IS_FUSED
  high = multiply_add(a, b, cut) - cut;
  rest = multiply_add(a, b, T(-high));
#else
  T product, error;
  two_product(a, b, product, error);
  high = (product + cut) - cut;
  rest = (product - high) + error;
#endif
}

/// In chunks of so many places of each lane high parts of products are added without error.
constexpr std::size_t chunk_places = 16;

/// norms[n]: at least that of chunk n.
template <std::size_t lanes> void bound_chunks(std::size_t length, const double* row, double* norms) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t first = 0; first < length; first += chunk_places * lanes) {
    const std::size_t end = first + chunk_places * lanes < length ? first + chunk_places * lanes : length;
    T squares{};
    std::size_t c = first;
    for (; c + lanes <= end; c += lanes) {
      const T x = load<T>(row + c);
      squares += x * x;
    }
    double square = sum_of_lanes(squares);
    for (; c < end; ++c) square += row[c] * row[c];
    *norms++ = __builtin_sqrt(square) * (1 + 0x1p-30) + 0x1p-450;
  }
}

/// Adds the products of chunk n, which has so many places of each lane.
template <std::size_t lanes, std::size_t count, bool with_low>
[[gnu::always_inline]] inline void add_chunk(std::size_t n, std::size_t places, const chunked_row& a,
                                             const chunked_row* rows, const double* const* lows,
                                             long_sum<typename lanes_of<lanes>::type>* totals) {
  using T = typename lanes_of<lanes>::type;
  const std::size_t first = n * chunk_places * lanes;
  T cut[count], high[count] = {}, low[count] = {};
  for (std::size_t k = 0; k < count; ++k) cut[k] = repeated<T>(3 * power_above(a.norms[n] * rows[k].norms[n]));
#pragma GCC unroll 8
  for (std::size_t c = 0; c < places; ++c) {
    const std::size_t at = first + c * lanes;
    const T x = load<T>(a.numbers + at);
    for (std::size_t k = 0; k < count; ++k) {
      T h, rest;
      cut_product(x, load<T>(rows[k].numbers + at), cut[k], h, rest);
      high[k] += h;
      low[k] += rest;
      if constexpr (with_low) low[k] = multiply_add<T>(x, load<T>(lows[k] + at), low[k]);
    }
  }
  for (std::size_t k = 0; k < count; ++k) join(totals[k], high[k], low[k]);
}

/// products[k] = sum_c a[c] rows[k][c], with the low parts of the rows where they have some.
template <std::size_t lanes, std::size_t count, bool with_low>
[[gnu::always_inline]] inline void multiply_rows(std::size_t length, const chunked_row& a, const chunked_row* rows,
                                                 const double* const* lows, double_double* products) {
  const std::size_t places = length / lanes, chunks = places / chunk_places, rest = places % chunk_places;
  long_sum<typename lanes_of<lanes>::type> totals[count] = {};
  for (std::size_t n = 0; n < chunks; ++n) add_chunk<lanes, count, with_low>(n, chunk_places, a, rows, lows, totals);
  if (rest > 0) add_chunk<lanes, count, with_low>(chunks, rest, a, rows, lows, totals);
  for (std::size_t k = 0; k < count; ++k) {
    long_sum<double> total = {};
    for (std::size_t l = 0; l < lanes; ++l) join(total, double(totals[k].sum[l]), double(totals[k].rest[l]));
    for (std::size_t c = places * lanes; c < length; ++c) {
      add_to(total, a.numbers[c], rows[k].numbers[c]);
      if constexpr (with_low) total.rest += a.numbers[c] * lows[k][c];
    }
    two_sum(total.sum, total.rest, products[k].high, products[k].low);
  }
}

template <std::size_t lanes, bool with_low>
[[gnu::always_inline]] inline void multiply_all_rows(std::size_t length, const chunked_row& a, std::size_t count,
                                                     const chunked_row* rows, const double* const* lows,
                                                     double_double* products) {
  constexpr std::size_t at_once = 4;
  std::size_t k = 0;
  for (; k + at_once <= count; k += at_once)
    multiply_rows<lanes, at_once, with_low>(length, a, rows + k, lows + (with_low ? k : 0), products + k);
  for (; k < count; ++k)
    multiply_rows<lanes, 1, with_low>(length, a, rows + k, lows + (with_low ? k : 0), products + k);
}
