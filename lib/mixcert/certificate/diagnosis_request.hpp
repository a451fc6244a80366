// What a diagnosis is asked for, from what people write.
#pragma once

#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/io/tensor_source.hpp"
#include "mixcert/io/token_trajectories.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// All sites of the trajectories, with the states of all tokens. The convention is complete, of the trajectories'
/// mixer. Throws as read_site does.
diagnosis_request diagnosis_of(token_trajectories trajectories, const tensor_source& parameters,
                               mixer_convention convention);

/// What follows throws input_error for anything else, with a message that begins with what was given.

/// FIRST-LAST, numbers of sites from 0 to sites - 1.
std::pair<std::size_t, std::size_t> parse_range(const std::string& text, std::size_t sites);
/// Different positive numbers.
std::vector<exact_constant> parse_thresholds(const std::vector<std::string>& texts);
/// From 1 to 1000.
std::size_t counted_iterations(long given);
/// Throws input_error unless the mixer iterates.
void require_iterations(const diagnosis_request& request);

} // namespace mixcert
