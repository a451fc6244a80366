// What a mixer's equations give at one state, in any arithmetic.
#pragma once

#include "mixcert/scalar/matrix.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// A feature row of length d out of which derivatives are composed.
template <class S> struct generator {
  std::string label; ///< "x0" is row 0 of X; other names are the mixer's
  std::vector<S> row;
};

/// H, the gates and their derivatives at a state X (n streams, d features). The derivative of an output y is an
/// n x d array; here it is stored by its coordinates: row s of dy is sum_g coordinates(s, g) generators[g].row,
/// exactly.
template <class S> struct mixer_evaluation {
  matrix<S> H;                ///< n x n, rows are output streams
  std::vector<S> read, write; ///< n gate values each
  std::vector<generator<S>> generators;
  matrix<S> state;               ///< n x p: coordinates of the rows of X
  std::vector<matrix<S>> dH;     ///< n^2 arrays n x p; entry (i, j) of H at i * n + j
  std::vector<matrix<S>> dread;  ///< n arrays n x p
  std::vector<matrix<S>> dwrite; ///< n arrays n x p
  matrix<S> logits;              ///< what the router's nonlinearity is applied to, in the mixer's own layout
  matrix<S> dH_dlogits;          ///< same layout: the derivative of the entry of H by its logit
};

} // namespace mixcert
