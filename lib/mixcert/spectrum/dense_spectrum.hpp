// All singular values of a large square matrix in double-double numbers.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/enclosure.hpp"
#include "mixcert/spectrum/sliced_svd.hpp"

#include <vector>

namespace mixcert {

/// Index-exact enclosures, at `bits` places, of the singular values of every matrix within `distance` (Frobenius norm)
/// of the square matrix A with ||A||_F <= 1, not much smaller or A = 0: a binary64 decomposition, refined once (Ogita
/// and Aishima 2020) to about 90 places relative to the norm where values are apart or in groups, with defects that are
/// exact up to the rounding counted (theorem T22 d), and the base form of theorem T6. A guess that went wrong makes
/// them wide, or throws not_certified. The order of A is at most largest_dense_order.
std::vector<mp_interval> enclose_dense_spectrum(const double_double_matrix& A, double distance, mpfr_prec_t bits);

/// The same from a given decomposition, of the matrices within `distance` of the one whose first slices these are, with
/// exponent 2. Requires factors cut as `slicing` says, with the exponent 1, into at most five slices of 7 bits or more;
/// sigma descending, and at least 2^-500 or 0.
std::vector<mp_interval> enclose_dense_spectrum(const sliced_result& slices, const sliced_svd& svd,
                                                const slicing& slicing, double distance, mpfr_prec_t bits);

/// Above it the time, of the third power of the order, and the memory are no longer reasonable.
inline constexpr std::size_t largest_dense_order = 2048;

} // namespace mixcert
