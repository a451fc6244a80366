// The steps of a mixer certificate's proof, with their witnesses.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/jacobian/core.hpp"
#include "mixcert/jacobian/truncation.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <optional>
#include <vector>

namespace mixcert {

/// What separates the states of a box from its midpoint (theorem T18), as stored.
struct state_box_bounds {
  double jacobian, frozen;    ///< of ||J(X') - J(X)|| and ||F(X') - F(X)||, F = H or the row of read gates
  matrix<enclosure> H_change; ///< of H(X') - H(X)
  long generators;            ///< as many at most in each stream's space
};

/// Everything that was verified on the way to a certificate. The bounds are those that are stored, so that each step
/// follows from what a reader sees of the steps before.
struct verified_steps {
  /// Enclosures of the numbers that H is made of, and of its derivative by them.
  matrix<enclosure> logits, dH_dlogits;
  matrix<enclosure> write, read;           ///< n x 1, the values of the gate that the map has, else empty
  rotation rotated;                        ///< H in diagonal form
  feature_spans<mp_interval> spans;        ///< the features of each stream
  std::vector<triangular_basis> bases;     ///< one a space
  stream_adapted_core core;                ///< the core
  std::optional<truncated_core> truncated; ///< when feature directions of the core were left out
  verified_svd svd;                        ///< of the core, or of the truncated one
  std::optional<state_box_bounds> box;     ///< with radii
  precision places;                        ///< of everything
};

/// The claims data, router, rotation, generators, basis, core, truncation (where there is one), svd, state_box (of
/// a box of states), merge and derived,
/// in the order of the proof.
std::vector<claim> claims_of(const verified_steps& steps);

} // namespace mixcert
