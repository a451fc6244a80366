// The operations of the interval test language that the library offers.
#pragma once

#include "itl_statement.hpp"
#include "mixcert/scalar/interval.hpp"

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace mixcert::test {

/// The function is defined nowhere on its operands: std::domain_error was thrown.
struct itl_undefined {
  std::string message;
};

/// The operands make no interval: std::invalid_argument was thrown.
struct itl_refused {
  std::string message;
};

/// The operands in the file are too few, too many or of other kinds, or something else was thrown.
struct itl_broken {
  std::string message;
};

using itl_outcome = std::variant<interval, double, bool, itl_undefined, itl_refused, itl_broken>;

struct itl_operation {
  /// How many steps from one binary64 number to the next an end may lie outside the tightest one.
  int steps = 0;

  /// What the library makes of operands none of which is [empty] or [nai]; throws nothing.
  std::function<itl_outcome(const std::vector<itl_value>&)> run;
};

/// By name. A decorated interval counts as the interval; what becomes of decorations is not computed.
const std::map<std::string, itl_operation>& itl_operations();

} // namespace mixcert::test
