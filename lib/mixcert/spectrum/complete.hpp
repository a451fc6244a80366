// Filling up orthonormal columns to a basis. A guess, to be verified.
#pragma once

#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"
#include "mixcert/scalar/quad.hpp"

namespace mixcert {

/// The n x n matrix that begins with the q <= n columns of V, which are nearly orthonormal, and goes on with unit
/// vectors made orthogonal to all before, twice, each the one that most is left of. Instantiated for double, quad and
/// mp_float.
template <class T> matrix<T> completed(const matrix<T>& V);

extern template matrix<double> completed(const matrix<double>&);
extern template matrix<quad> completed(const matrix<quad>&);
extern template matrix<mp_float> completed(const matrix<mp_float>&);

} // namespace mixcert
