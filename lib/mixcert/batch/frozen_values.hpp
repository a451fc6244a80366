// The singular values of H out of a lane.
#pragma once

#include "mixcert/batch/kernels.hpp"
#include "mixcert/scalar/interval.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// An upper bound of how far the factors 1/kappa of theorem T3 (d) are from 1, or infinity where they are too far.
double rotation_error(const detail::lane_rotations& rotations, std::size_t lane);

/// Enclosures of the n singular values of H, descending: theorem T3 (d). False, and none, where nothing could be
/// verified.
bool read_frozen_values(const detail::lane_rotations& rotations, std::size_t n, std::size_t lanes, std::size_t lane,
                        std::vector<interval>& values);

} // namespace mixcert
