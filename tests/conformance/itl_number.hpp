// Numbers of the interval test language.
#pragma once

#include <optional>
#include <string_view>

namespace mixcert::test {

/// What the word stands for when it is `infinity` (signed or not), `NaN`, or a decimal or hexadecimal number, which is
/// rounded to nearest, ties to even. The files mean it so: they call [17.1, 17.1] a singleton, and a few of their
/// hexadecimal numbers have 54 bits. Throws input_error when a number is out of the range of binary64.
std::optional<double> itl_number(std::string_view word);

} // namespace mixcert::test
