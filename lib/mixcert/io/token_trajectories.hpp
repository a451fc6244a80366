// Many tokens' ways through the sites of a model.
#pragma once

#include "mixcert/io/trajectory.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// At least one token; all with the same sites.
struct token_trajectories {
  std::vector<trajectory> tokens;     ///< in C order of the leading axes
  std::vector<std::size_t> sequences; ///< how many of the tokens, in order, each sequence has
};

/// Of the file that FILE or FILE:[i,...] names. Axes before the last two count tokens, as indices_of_states says.
/// `sites` is a glob. Throws input_error as read_trajectory and indices_of_states.
token_trajectories read_token_trajectories(std::string_view address, const std::string& sites);

} // namespace mixcert
