// Lanes of binary64 numbers, and whether the processor has wide ones.
#pragma once

#include <cstddef>
#include <cstring>

#pragma GCC diagnostic ignored "-Wpsabi" // lanes are never passed to a function that is not inlined

namespace mixcert::detail {

template <std::size_t count> struct lanes_of {
  typedef double type __attribute__((vector_size(count * sizeof(double))));
};

template <class T> [[gnu::always_inline]] inline T load(const double* from) {
  T x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

template <class T> [[gnu::always_inline]] inline void store(const T& x, double* to) { std::memcpy(to, &x, sizeof x); }

} // namespace mixcert::detail

#if defined(__x86_64__) && !defined(__AVX2__)
#define MIXCERT_WIDE_LANES [[gnu::target("avx2")]]
#define MIXCERT_HAS_WIDE_LANES __builtin_cpu_supports("avx2")
#else
#define MIXCERT_WIDE_LANES
#define MIXCERT_HAS_WIDE_LANES false
#endif
