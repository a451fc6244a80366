// How much the streams of a state are alike.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <vector>

namespace mixcert {

/// The n x n inner products of the rows of X, a row a stream.
template <field S> matrix<S> inner_products(const context<S>& numbers, const matrix<S>& X);

/// <x_i, x_j> / (||x_i|| ||x_j||) of the pairs (0, 1), (0, 2), ..., (n-2, n-1), from inner products. Not bounded for a
/// stream that may be zero.
template <scalar S> std::vector<S> pairwise_cosines(const matrix<S>& inner_products);

} // namespace mixcert
