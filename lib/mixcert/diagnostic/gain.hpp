// Gains of realised mixing maps and of their products over depth, in the norms that the literature measures. In float64
// they are guesses, in rational exact, in mp_interval enclosures for every member of the maps.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <vector>

namespace mixcert {

/// The forward Amax gain magnitude of M, the norm ||M||_inf = max_i sum_j |M_ij| (Xie et al., arXiv 2512.24880). Any
/// shape; 0 without entries.
template <field S> S forward_gain(const context<S>& numbers, const matrix<S>& M);

/// The backward one, ||M||_1 = max_j sum_i |M_ij|: the forward gain of the transposed map, which carries cotangents.
template <field S> S backward_gain(const context<S>& numbers, const matrix<S>& M);

/// M_L ... M_1 of square maps of one size, given in forward order M_1, ..., M_L. Requires at least one.
template <field S> matrix<S> composite(const context<S>& numbers, const std::vector<matrix<S>>& maps);

} // namespace mixcert
