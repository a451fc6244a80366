// What `mixcert mixers` is asked for, and its answers as JSON.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

namespace mixcert::cli {

/// A mixer at a size, with a convention that gives it this number of streams.
struct sized_mixer {
  const mixer* family;
  state_size size;
  mixer_convention convention;
};

/// Everything that the mixer declares; its costs where they are asked for.
std::string mixer_json(const sized_mixer& m, bool with_costs);

/// Names and summaries; with costs, those of the mixers that there are at their size.
std::string mixers_json(const std::vector<const mixer*>& all, const std::vector<sized_mixer>& with_costs);

/// n, d and the mixer's own.
std::map<std::string, std::size_t> variables_of(const mixer_costs& costs, state_size size);

} // namespace mixcert::cli
