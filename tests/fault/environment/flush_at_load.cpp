// What a shared object linked with -ffast-math does to the process that loads it: subnormal numbers are zeros.
#include <xmmintrin.h>

[[gnu::constructor]] static void flush() { _mm_setcsr(_mm_getcsr() | 0x8040); }
