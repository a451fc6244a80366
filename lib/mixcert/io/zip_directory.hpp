// The list of files in a ZIP archive, checked against the archive's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "mixcert/io/input_file.hpp"

namespace mixcert {

/// A member of an archive.
struct zip_member {
  std::uint16_t method = 0;    ///< 0 is stored
  bool is_encrypted = false;   ///< then it is refused
  std::uint32_t crc32 = 0;     ///< of the uncompressed bytes
  std::size_t begin = 0;       ///< where in the archive its stored bytes begin
  std::size_t stored_size = 0; ///< how many these are
  std::size_t size = 0;        ///< and how many uncompressed
};

/// Whether the bytes begin as ZIP archives do.
bool is_zip(std::span<const std::byte> bytes);

/// Reads the central directory of an archive and, of the rest, only the members' own headers. Guaranteed of the result:
/// every member lies between the archive's beginning and its directory, and stored ones are as long as they say.
/// Anything else throws input_error, whose message begins with `label`; so do archives in several parts, beyond 4 GiB
/// (ZIP64), or with two members of one name.
std::map<std::string, zip_member, std::less<>> parse_zip_directory(const std::string& label, const input_file& archive);

} // namespace mixcert
