// What a mixer declares, in words.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// A sentence for each invariant with what it means, one for what several of them say together, and the remark.
std::vector<std::string> in_words(const mixer_invariants& invariants);

/// A number as it was written; a binary number also as the shortest decimal that rounds to it.
std::string in_words(const convention_value& value);

} // namespace mixcert
