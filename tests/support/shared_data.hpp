// Reference data that are not part of the project: the one place that names the variable and its default.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string_view>

namespace mixcert::test {

/// A path inside the folder that the environment variable MIXCERT_SHARED names (by default `shared` beside the source
/// tree). Nothing is checked.
std::filesystem::path shared_file(std::string_view relative);

/// Whether the folder is there; otherwise a line on standard error says what is skipped. To be used as
/// `BOOST_AUTO_TEST_CASE(name, *boost::unit_test::precondition(has_shared_data))`.
boost::test_tools::assertion_result has_shared_data(boost::unit_test::test_unit_id);

} // namespace mixcert::test
