// Addresses of files in a page.
#pragma once

#include <filesystem>
#include <string>

namespace mixcert::report {

/// The file as a relative URL of a page in this folder: `./` or `../` first, every byte that is not a letter, a digit
/// or one of `._-/` as %XX.
std::string link_to(const std::filesystem::path& file, const std::filesystem::path& page_folder);

} // namespace mixcert::report
