// Files that are read and written whole.
#pragma once

#include <string>

namespace mixcert {

/// Writes the whole file or nothing: a temporary file beside it takes its place at the end. A link is followed; what
/// exists and is no regular file is refused. Throws input_error.
void write_file(const std::string& path, const std::string& text);
/// Throws what write_file would because of the file or its folder, before the work whose result is to be written. What
/// exists stays as it is.
void require_writable(const std::string& path);
void require_writable_folder(const std::string& folder);
/// Throws input_error when the file cannot be read.
std::string read_file(const std::string& path);
bool is_same_file(const std::string& a, const std::string& b);

} // namespace mixcert
