// The works that documents cite.
#pragma once

#include "mixcert/proof/document.hpp"

#include <string_view>

namespace mixcert::proof {

/// The entry of a work. Throws std::out_of_range for an unknown key.
text reference_of(std::string_view key);

} // namespace mixcert::proof
