// How far a realised mixing map is from leaving every stream as it is.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// The mean over all n^2 entries of |H - I|; H is n x n with n >= 1.
template <field S> S identity_deviation(const context<S>& numbers, const matrix<S>& H);

/// ||H - I||_F^2 of a square H; 0 without entries.
template <field S> S squared_identity_distance(const context<S>& numbers, const matrix<S>& H);

} // namespace mixcert
