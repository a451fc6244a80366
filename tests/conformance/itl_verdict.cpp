#include "itl_verdict.hpp"

#include "mixcert/scalar/decimal.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace mixcert::test {

namespace {

// The position of x in the order of the binary64 numbers; not NaN. The bit patterns of the numbers of one sign are
// ordered as their magnitudes are, and infinity follows the largest.
std::int64_t position(double x) {
  const std::int64_t magnitude = std::bit_cast<std::int64_t>(std::fabs(x));
  return x < 0 ? -magnitude : magnitude;
}

std::string shown(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-infinity" : "infinity";
  return hex(x);
}

std::string interval_problem(const interval& x, const itl_interval& expected, int steps) {
  const std::string came_out = "[" + shown(x.lower()) + "," + shown(x.upper()) + "]";
  if (!(x.lower() <= expected.lower && expected.upper <= x.upper())) return came_out + " does not enclose the result";
  // Not negative, as the expected result is enclosed, and below 2^64, as a position is below 2^63 in magnitude.
  const std::uint64_t below = static_cast<std::uint64_t>(position(expected.lower)) - position(x.lower());
  const std::uint64_t above = static_cast<std::uint64_t>(position(x.upper())) - position(expected.upper);
  if (below <= static_cast<std::uint64_t>(steps) && above <= static_cast<std::uint64_t>(steps)) return "";
  return came_out + " is too wide: " + std::to_string(below) + " steps below, " + std::to_string(above) +
         " above, allowed " + std::to_string(steps);
}

struct judge {
  const itl_statement& statement;
  const itl_value& expected;
  int steps;

  std::string operator()(const interval& x) const {
    const itl_interval* const set = std::get_if<itl_interval>(&expected);
    if (!statement.signal.empty() || !set || set->kind != itl_interval::kinds::set)
      return "[" + shown(x.lower()) + "," + shown(x.upper()) + "]";
    return interval_problem(x, *set, steps);
  }

  std::string operator()(double x) const {
    const double* const number = std::get_if<double>(&expected);
    return statement.signal.empty() && number && x == *number ? "" : shown(x);
  }

  std::string operator()(bool x) const {
    const bool* const truth = std::get_if<bool>(&expected);
    return statement.signal.empty() && truth && x == *truth ? "" : x ? "true" : "false";
  }

  std::string operator()(const itl_undefined& outcome) const {
    const itl_interval* const set = std::get_if<itl_interval>(&expected);
    const bool asked = statement.signal.empty() && set && set->kind == itl_interval::kinds::empty;
    return asked ? "" : "std::domain_error: " + outcome.message;
  }

  std::string operator()(const itl_refused& outcome) const {
    const itl_interval* const set = std::get_if<itl_interval>(&expected);
    const bool asked = statement.signal == "UndefinedOperation" && set && set->kind != itl_interval::kinds::set;
    return asked ? "" : "std::invalid_argument: " + outcome.message;
  }

  std::string operator()(const itl_broken& outcome) const { return outcome.message; }
};

} // namespace

std::string itl_problem(const itl_statement& statement, const itl_outcome& outcome, int steps) {
  if (statement.results.size() != 1) return "one result is computed, another number of results expected";
  return std::visit(judge{statement, statement.results.front(), steps}, outcome);
}

} // namespace mixcert::test
