// What a page shows of a diagnosis.
#pragma once

#include "mixcert/certificate/diagnosis.hpp"
#include "number_json.hpp"
#include "reported_state.hpp"

namespace mixcert::report {

/// Sites in forward order; `maps`: H at each site, for a state each; `gates`: of `read` and `write` gates, for a state,
/// a sequence or the mean over sequences each, the loads of the streams at each site and which of them wins there. No
/// more than 64 of each are shown, and `states`, `sequences` say how many there are.
json diagnosis_views(const diagnosis& d);

/// Jacobians at sites and states; no states where none were measured.
source jacobian_states(const diagnosis& d);

} // namespace mixcert::report
