// The largest singular value of a dense product of Jacobians, without the others.
#pragma once

#include "mixcert/jacobian/dense_product.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/lanczos.hpp"

namespace mixcert {

/// An enclosure of the norm of every matrix that `product` stands for, at 256 places: to second order by the quotient
/// of an approximate singular vector (theorem T30 b) where the second value is seen to be less, relatively about 1e-9
/// wide (theorem T30 a) where it is not. Throws not_certified when neither bound could be established.
mp_interval enclose_norm(const dense_product& product);

/// The same from given guesses of the first two values and of a vector, which must not be 0.
mp_interval enclose_norm(const dense_product& product, const leading_guess& guess);

} // namespace mixcert
