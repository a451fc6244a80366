// A certificate of one state, widened to hold for every state of a box around it.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/claims.hpp"
#include "mixcert/scalar/interval_matrix.hpp"

#include <vector>

namespace mixcert {

/// Every singular value of a matrix within `distance` of one whose value lies in the given enclosure (Weyl), at the
/// same index; not below zero.
std::vector<mp_interval> widened(std::vector<mp_interval> values, double distance);

/// H at every state of the box.
mp_interval_matrix widened(mp_interval_matrix H, const matrix<enclosure>& change);

/// The tail of stream k, q of whose d directions are in the core: sigma_k(H(X')) is a singular value of J(X') itself as
/// often as `generators` (those of any state of the box) leave directions; the rest of the multiplicity is an index
/// count.
std::vector<core_tail> split_tail(std::size_t k, const enclosure& value, std::size_t q, std::size_t generators,
                                  std::size_t d);

} // namespace mixcert
