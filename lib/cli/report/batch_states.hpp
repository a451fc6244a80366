// The records of a batch, as a report needs them.
#pragma once

#include "folder_contents.hpp"
#include "reported_state.hpp"

#include <string>
#include <vector>

namespace mixcert::report {

/// States of the parts of one job, by site and state, each once, or of the folder that merge wrote; only those that a
/// journal has. Where a certificate of a state is there, it is read too; what is wrong with one goes to `unread`.
/// Throws input_error where a part is damaged, or of another job.
source batch_states(const folder_contents& contents,
                    std::vector<std::pair<std::filesystem::path, std::string>>& unread);

/// The spectrum in the row. Throws input_error where it cannot be read.
std::vector<spectrum_entry<interval>> spectrum_at(const row_place& place);

} // namespace mixcert::report
