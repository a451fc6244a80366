// A folder in memory for readers that want files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mixcert::fuzz {

/// One for the process, removed at its end.
const std::filesystem::path& scratch_folder();

/// The file of that name in it, with these bytes.
std::filesystem::path scratch_file(const std::string& name, std::string_view bytes);

} // namespace mixcert::fuzz
