// What a mixer declares, in words.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// A sentence for each invariant with what it means, one for what several of them say together, and the remark.
std::vector<std::string> in_words(const mixer_invariants& invariants);

/// As it was written; a hex float as the decimal that it is, if it is whole, or beside the shortest decimal that rounds
/// to it.
std::string in_words(const convention_value& value);

} // namespace mixcert
