// The published equations of mhc-v4 in another way: forward derivatives of every step as it is written, in long floats.
#pragma once

#include "mixcert/mixer/mhc_v4.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <vector>

struct mhc_v4_constants {
  const char* norm_eps = "0x1.0c6f7a0b5ed8dp-20"; ///< the binary64 number nearest 1e-6
  const char* hc_eps = "0x1.0c6f7a0b5ed8dp-20";
  unsigned iterations = 20;
};

/// H row by row, then read, then write: n^2 + 2n numbers.
using mhc_v4_gates = std::vector<mixcert::mp_float>;

struct mhc_v4_slopes {
  mhc_v4_gates value, slope; ///< slope: the derivative at X along V
};

/// Each sum is divided by as it stands, so errors grow with every division: `bits` is to have room for them.
mhc_v4_slopes naive_mhc_v4(const mixcert::mhc_v4_site& site, const mhc_v4_constants& constants,
                           const mixcert::matrix<double>& X, const mixcert::matrix<double>& V, mpfr_prec_t bits);

/// The site with these constants.
mixcert::mhc_v4_site with(mixcert::mhc_v4_site site, const mhc_v4_constants& constants);
