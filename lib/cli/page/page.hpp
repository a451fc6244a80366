// The page that a report is put into.
#pragma once

#include <string_view>

namespace mixcert::cli {

/// Where its data stand in it.
inline constexpr std::string_view place_of_data = "mixcert-report-data-stand-here";

/// Empty in a program that was built without MIXCERT_REPORT.
std::string_view report_page();

} // namespace mixcert::cli
