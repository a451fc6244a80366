// Rectangles in the complex plane whose ends have any precision.
#pragma once

#include "mixcert/scalar/complex_float.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// {x + i y}: x in re, y in im. Every operation returns a rectangle that contains the exact result for all members of
/// its operands.
struct complex_interval {
  mp_interval re, im; ///< enclosures of the real and the imaginary part
};

/// A matrix of rectangles.
using complex_interval_matrix = matrix<complex_interval>;

/// The point z, enclosed at `bits` places.
complex_interval enclose(const complex_float& z, mpfr_prec_t bits);
/// The real numbers of x.
complex_interval real_rectangle(const mp_interval& x);

/// The rectangle holds the result for all members.
complex_interval operator+(const complex_interval& a, const complex_interval& b);
complex_interval operator-(const complex_interval& a, const complex_interval& b);
complex_interval operator*(const complex_interval& a, const complex_interval& b);

/// {conj z}: z in a.
complex_interval conj(const complex_interval& a);
/// An enclosure of {|z|}.
mp_interval modulus(const complex_interval& a);
/// Every number whose distance from some member of a is at most one in `distance`.
complex_interval widened(const complex_interval& a, const mp_interval& distance);

/// The smallest rectangle that holds both.
complex_interval hull(const complex_interval& a, const complex_interval& b);
/// The common members of two rectangles that have some.
complex_interval intersection(const complex_interval& a, const complex_interval& b);
/// Whether it is known that a and b have no member in common; false when an end is NaN.
bool certainly_disjoint(const complex_interval& a, const complex_interval& b);
bool is_finite(const complex_interval& a);

/// {A B}: an enclosure entry by entry. Requires A.cols() == B.rows() >= 1 or an empty result.
complex_interval_matrix multiply(const complex_interval_matrix& a, const complex_interval_matrix& b);

} // namespace mixcert
