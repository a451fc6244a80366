// Whether the compiler can compile functions for wider lanes than every processor has, and this processor has them.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define MIXCERT_CAN_BE_WIDE 1
#define MIXCERT_IS_WIDE __builtin_cpu_supports("avx2")
#pragma GCC diagnostic ignored "-Wpsabi" // lanes are never passed to a function that is not inlined
#else
#define MIXCERT_CAN_BE_WIDE 0
#endif
