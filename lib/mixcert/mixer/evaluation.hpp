// What a mixer's equations give at one state, in any arithmetic.
#pragma once

#include "mixcert/scalar/matrix.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// A feature row of length d out of which derivatives are composed.
template <class S> struct generator {
  std::string label;  ///< "x0" is row 0 of X; other names are the mixer's
  std::vector<S> row; ///< d numbers
};

/// An n x d array, a row a stream, out of which derivatives are composed.
template <class S> struct generator_array {
  std::string label;                ///< the mixer's name for it
  std::vector<std::vector<S>> rows; ///< n rows of length d
};

/// H, the gates and their derivatives at a state X (n streams, d features). The derivative of an output y is an
/// n x d array; here it is stored by its coordinates: row s of dy is sum_g coordinates(s, g) generators[g].row
/// + sum_a weights(a) arrays[a].rows[s], exactly. A router of single streams needs generators only; one of the whole
/// state has an array a logit.
template <class S> struct mixer_evaluation {
  matrix<S> H;                          ///< n x n, rows are output streams
  std::vector<S> read, write;           ///< n gate values each
  std::vector<generator<S>> generators; ///< the rows that the derivative of H is composed of
  matrix<S> state;                      ///< n x p: coordinates of the rows of X
  std::vector<matrix<S>> dH;            ///< n^2 arrays n x p; entry (i, j) of H at i * n + j
  std::vector<matrix<S>> dread;         ///< n arrays n x p
  std::vector<matrix<S>> dwrite;        ///< n arrays n x p
  matrix<S> logits;                     ///< what the router's nonlinearity is applied to, in the mixer's own layout
  /// The derivatives of the entries of H by the logits, in the mixer's own layout: where each entry has one logit, that
  /// of the logits; else n^2 x logits, with entry (i, j) of H in row i * n + j.
  matrix<S> dH_dlogits;
  std::vector<generator_array<S>> arrays = {};
  matrix<S> dH_arrays = {};     ///< n^2 x arrays: weights of the derivative of entry (i, j) in row i * n + j
  matrix<S> dread_arrays = {};  ///< n x arrays
  matrix<S> dwrite_arrays = {}; ///< n x arrays
};

} // namespace mixcert
