// Patterns that choose names.
#pragma once

#include <string_view>

namespace mixcert {

/// Whether the pattern stands for the whole text: `*` for any bytes, none included, `?` for one byte, every other byte
/// for itself. Takes at most as many steps as the product of the two lengths.
bool matches_glob(std::string_view pattern, std::string_view text);

} // namespace mixcert
