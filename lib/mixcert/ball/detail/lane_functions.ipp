// Included more than once: within a namespace, for each width of lanes. What is compiled for a width has to stand here
// as text, down to the last function. T is double, or a vector of 2, 4 or 8 of them.
//
// GCC heeds #pragma GCC target after it has read the whole file, so whoever includes this for a target of his own
// defines MIXCERT_TARGET_AVX, MIXCERT_TARGET_FMA, MIXCERT_TARGET_AVX512F before, and undefines them after.
#include "mixcert/ball/detail/lanes.ipp"

#undef MIXCERT_IS_FUSED
#if defined(__FMA__) || defined(MIXCERT_TARGET_FMA)
#define MIXCERT_IS_FUSED 1
#else
#define MIXCERT_IS_FUSED 0
#endif

template <std::size_t count> struct lane_numbers {
  typedef long long type __attribute__((vector_size(count * sizeof(long long))));
};
template <class T> struct half_of { typedef double type __attribute__((vector_size(sizeof(T) / 2))); };

template <class T> [[gnu::always_inline]] inline T repeated(double x) {
  return x - T{};
} // T{} + x would be an addition: -0

/// Lane by lane, for what has no instruction of its own.
template <class T, class F> [[gnu::always_inline]] inline T in_each_lane(F f) {
  T r{};
  for (unsigned i = 0; i < sizeof(T) / sizeof(double); ++i) r[i] = f(i);
  return r;
}

/// The correctly rounded root of what is not negative, by the processor's instruction.
template <class T> [[gnu::always_inline]] inline T square_root(T x) {
  if constexpr (sizeof(T) == sizeof(double)) {
    return __builtin_sqrt(x);
  } else {
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
#if defined(__AVX512F__) || defined(MIXCERT_TARGET_AVX512F)
    if constexpr (sizeof(T) == 64) return __builtin_ia32_sqrtpd512_mask(x, x, static_cast<unsigned char>(-1), 4);
#endif
#if defined(__AVX__) || defined(MIXCERT_TARGET_AVX)
    if constexpr (sizeof(T) == 32) return __builtin_ia32_sqrtpd256(x);
#endif
    if constexpr (sizeof(T) == 16) {
      return __builtin_ia32_sqrtpd(x);
    } else {
      typename half_of<T>::type halves[2];
      __builtin_memcpy(halves, &x, sizeof x);
      for (auto& half : halves) half = square_root(half);
      __builtin_memcpy(&x, halves, sizeof x);
      return x;
    }
#else
    return in_each_lane<T>([&](unsigned i) { return __builtin_sqrt(x[i]); });
#endif
  }
}

/// a b + c, rounded once where the target has the instruction, else twice.
template <class T> [[gnu::always_inline]] inline T multiply_add(T a, T b, T c) {
#if !MIXCERT_IS_FUSED
  return a * b + c;
#else
  if constexpr (sizeof(T) == sizeof(double)) {
    return __builtin_fma(a, b, c);
  } else {
#ifdef __clang__
    return in_each_lane<T>([&](unsigned i) { return __builtin_fma(a[i], b[i], c[i]); });
#else
#if defined(__AVX512F__) || defined(MIXCERT_TARGET_AVX512F)
    if constexpr (sizeof(T) == 64) return __builtin_ia32_vfmaddpd512_mask(a, b, c, static_cast<unsigned char>(-1), 4);
#endif
    if constexpr (sizeof(T) == 32) {
      return __builtin_ia32_vfmaddpd256(a, b, c);
    } else if constexpr (sizeof(T) == 16) {
      return __builtin_ia32_vfmaddpd(a, b, c);
    } else {
      typename half_of<T>::type x[2], y[2], z[2];
      __builtin_memcpy(x, &a, sizeof a);
      __builtin_memcpy(y, &b, sizeof b);
      __builtin_memcpy(z, &c, sizeof c);
      for (int i = 0; i < 2; ++i) z[i] = multiply_add(x[i], y[i], z[i]);
      __builtin_memcpy(&c, z, sizeof c);
      return c;
    }
#endif
  }
#endif
}

/// Lane l of exchanged(x, exchange_of(k)) is lane l ^ k of x.
template <std::size_t count>
[[gnu::always_inline]] inline typename lane_numbers<count>::type exchange_of(std::size_t k) {
  typename lane_numbers<count>::type r{};
  for (std::size_t l = 0; l < count; ++l) r[l] = static_cast<long long>(l ^ k);
  return r;
}

template <class T, class I> [[gnu::always_inline]] inline T exchanged(const T& x, const I& exchange) {
#ifdef __clang__
  return in_each_lane<T>([&](unsigned i) { return x[exchange[i]]; });
#else
  return __builtin_shuffle(x, exchange);
#endif
}

template <class T> [[gnu::always_inline]] inline double sum_of_lanes(const T& x) {
  double r = 0;
  for (std::size_t l = 0; l < sizeof(T) / sizeof(double); ++l) r += x[l];
  return r;
}
