// What a file calls things, made fit for a message.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mixcert {

/// Printable ASCII stays, every other byte becomes `\xNN`, and the middle of a long text becomes "...": a name taken
/// from a file can neither drive the terminal nor bury the message.
std::string printable(std::string_view text);

/// A shape or an index as "[2,3]"; the middle of a long one becomes "...".
std::string printable(std::span<const std::size_t> axes);

} // namespace mixcert
