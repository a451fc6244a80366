// Text of the interval test language to statements.
#pragma once

#include "itl_statement.hpp"

#include <string_view>
#include <vector>

namespace mixcert::test {

/// The statements of all test cases, in order. Nothing is passed over: throws itl_error at the first thing that is not
/// `testcase NAME { statements }`, and when there is no statement at all.
std::vector<itl_statement> parse_itl(std::string_view source);

} // namespace mixcert::test
