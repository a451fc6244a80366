// What a report page is made of.
#pragma once

#include <filesystem>
#include <string>

namespace mixcert::report {

/// A JSON document (docs/how-to/report.md) of all that the folder holds: records and spectra of a batch,
/// certificates of states, products and diagnoses. Links are relative to `page_folder`. Nothing in it is checked
/// against data. Throws input_error where the folder cannot be read, holds nothing to show, or a batch in it is
/// damaged.
std::string page_data(const std::filesystem::path& folder, const std::filesystem::path& page_folder);

} // namespace mixcert::report
