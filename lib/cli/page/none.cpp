#include "page.hpp"

namespace mixcert::cli {

std::string_view report_page() { return {}; }

} // namespace mixcert::cli
