// Lines that say whether they are whole.
#pragma once

#include <string>
#include <string_view>

namespace mixcert {

/// A JSON object without its closing brace, as a line that ends in `,"crc32":"xxxxxxxx"}` and a line feed: the CRC-32
/// of all bytes before that comma.
std::string checked_line(std::string object);

/// Whether the line, without its line feed, ends so.
bool is_whole_line(std::string_view line);

} // namespace mixcert
