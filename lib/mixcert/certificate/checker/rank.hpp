// Bounds of ranks (theorem T8).
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert::checker {

/// The rank of X, exactly.
std::size_t rank_of_state(const site& where);

/// What the rank of the feedback of X -> H(X) X, or with y of X -> H(X) X + beta(X) y^T, does not exceed.
std::size_t rank_of_feedback(const invariants& holds, const site& where, const std::optional<std::vector<double>>& y);

} // namespace mixcert::checker
