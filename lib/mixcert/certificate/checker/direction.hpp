// What Jacobians make of a direction, and how far one is from a singular vector.
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"

namespace mixcert::checker {

enum class transposition { none, transposed };

/// J x, or J^T x, for an x of n d numbers in one row.
interval_matrix applied(const jacobian_factors& J, const interval_matrix& x, transposition of, mpfr_prec_t bits);

/// All numbers in one row, divided by the root of the sum of their squares. Throws refuted where that is not positive.
interval_matrix unit_vector(interval_matrix x, mpfr_prec_t bits);

/// ||a - times b||
interval distance(const interval_matrix& a, const interval& times, const interval_matrix& b, mpfr_prec_t bits);

/// A vector of length 1, and what M or M^T makes of it.
struct unit_with_image {
  interval_matrix vector, image;
};

/// Its upper end bounds the sines of the angles that a right and a left direction make with the first singular vectors
/// of an M whose second largest singular value is at most the upper end of `next`: theorem T23 b, for the value that
/// gives the least bound. `image` is M right, and M^T left. Throws not_established where the largest singular value may
/// not be alone.
interval sine_of(const unit_with_image& right, const unit_with_image& left, const interval& next, mpfr_prec_t bits);

} // namespace mixcert::checker
