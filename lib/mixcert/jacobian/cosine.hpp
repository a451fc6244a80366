// The angle between two enclosed arrays.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// Encloses <u, v> / (|u| |v|) for the arrays, of one shape, as vectors; within [-1, 1]. Throws std::invalid_argument
/// for different shapes, not_certified when one may be zero.
mp_interval cosine(const matrix<mp_interval>& u, const matrix<mp_interval>& v);

} // namespace mixcert
