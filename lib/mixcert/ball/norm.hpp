// Upper bounds of spectral norms.
#pragma once

#include "mixcert/scalar/matrix.hpp"

namespace mixcert {

/// An upper bound of ||E|| for every E with |E| <= B entry by entry, B >= 0: the better of ||B||_F and Collatz's bound
/// ||B||^2 <= max_i (B^T B x)_i / x_i for a positive x that a few power steps choose; only that quotient is evaluated
/// with directed rounding. inf when an entry is not finite; NaN or negative entries give inf. 0 for an empty matrix.
double spectral_norm_up(const matrix<double>& B);

} // namespace mixcert
