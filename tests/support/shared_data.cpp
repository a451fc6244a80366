#include "support/shared_data.hpp"

#include <cstdlib>
#include <iostream>

namespace mixcert::test {
namespace {

constexpr const char* variable = "MIXCERT_SHARED";

std::filesystem::path shared_folder() {
  if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') return named;
  return std::filesystem::path(MIXCERT_SOURCE_DIR).parent_path() / "shared";
}

} // namespace

std::filesystem::path shared_file(std::string_view relative) { return shared_folder() / relative; }

boost::test_tools::assertion_result has_shared_data(boost::unit_test::test_unit_id id) {
  const std::filesystem::path folder = shared_folder();
  if (std::filesystem::is_directory(folder)) return true;
  std::cerr << "SKIPPED: " << boost::unit_test::framework::get(id, boost::unit_test::TUT_ANY).full_name()
            << ": no reference data at " << folder.string() << " (set " << variable << ")" << std::endl;
  boost::test_tools::assertion_result missing(false);
  missing.message() << "there are no reference data at " << folder.string();
  return missing;
}

} // namespace mixcert::test
