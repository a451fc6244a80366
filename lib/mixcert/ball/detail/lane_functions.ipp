// Included more than once: within a namespace, for each width of lanes. What is compiled for a width has to stand here
// as text, down to the last function.
#include "mixcert/ball/detail/lanes.ipp"

template <std::size_t count> struct lane_numbers {
  typedef long long type __attribute__((vector_size(count * sizeof(long long))));
};

template <class T> [[gnu::always_inline]] inline T repeated(double x) { return T{} + x; }

/// a b + c, rounded once where the including file says that there are instructions for it (the compiler's own macros do
/// not follow its pragmas), else twice.
template <class T> [[gnu::always_inline]] inline T multiply_add(const T& a, const T& b, const T& c) {
#if MIXCERT_LANES >= 4
  if constexpr (sizeof(T) == sizeof(double)) return __builtin_fma(a, b, c);
  if constexpr (sizeof(T) == sizeof(__m128d)) return (T)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
  if constexpr (sizeof(T) == sizeof(__m256d)) return (T)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#endif
#if MIXCERT_LANES == 8
  if constexpr (sizeof(T) == sizeof(__m512d)) return (T)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#endif
  return a * b + c;
}

template <class T> [[gnu::always_inline]] inline T square_root(const T& a) {
#if MIXCERT_LANES >= 4
  if constexpr (sizeof(T) == sizeof(__m256d)) return (T)_mm256_sqrt_pd((__m256d)a);
#endif
#if MIXCERT_LANES == 8
  if constexpr (sizeof(T) == sizeof(__m512d)) return (T)_mm512_maskz_sqrt_pd((__mmask8)-1, (__m512d)a);
#endif
  if constexpr (sizeof(T) == sizeof(double)) {
    return __builtin_sqrt(a);
  } else {
    T r{};
    for (std::size_t l = 0; l < sizeof(T) / sizeof(double); ++l) r[l] = __builtin_sqrt(a[l]);
    return r;
  }
}

template <class T> [[gnu::always_inline]] inline T magnitude(const T& a) { return a < 0 ? -a : a; }

/// Lane l of the result is lane l ^ k of x, for a permutation made by exchange_of(k).
template <std::size_t count> [[gnu::always_inline]] inline typename lane_numbers<count>::type exchange_of(std::size_t k) {
  typename lane_numbers<count>::type r{};
  for (std::size_t l = 0; l < count; ++l) r[l] = static_cast<long long>(l ^ k);
  return r;
}

template <class T, class I> [[gnu::always_inline]] inline T exchanged(const T& x, const I& exchange) {
#ifdef __clang__
  T r;
  for (std::size_t l = 0; l < sizeof(T) / sizeof(double); ++l) r[l] = x[exchange[l]];
  return r;
#else
  return __builtin_shuffle(x, exchange);
#endif
}

template <class T> [[gnu::always_inline]] inline double sum_of_lanes(const T& x) {
  double r = 0;
  for (std::size_t l = 0; l < sizeof(T) / sizeof(double); ++l) r += x[l];
  return r;
}
