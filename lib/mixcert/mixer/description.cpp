#include "mixcert/mixer/description.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace mixcert {

std::vector<std::string> in_words(const mixer_invariants& has) {
  std::vector<std::string> r;
  if (has.rows_sum_to_one) r.emplace_back("the rows of H sum to one: equal streams stay equal");
  if (has.columns_sum_to_one) r.emplace_back("the columns of H sum to one: the mean of the streams is conserved");
  if (has.nonnegative) r.emplace_back("no entry of H is negative");
  if (has.orthogonal) r.emplace_back("H is orthogonal: all its singular values are one");
  if (has.rows_sum_to_one && has.columns_sum_to_one && has.nonnegative)
    r.emplace_back("so H is doubly stochastic, and its largest singular value is one (T12)");
  if (r.empty()) r.emplace_back("none");
  if (!has.remark.empty()) r.push_back("not exact, or not always: " + has.remark);
  return r;
}

std::string in_words(const convention_value& value) {
  if (!value.is_number() || !value.number().is_hex()) return value.text();
  std::array<char, 32> shortest{};
  const double number = value.number().value(context<float64>{});
  const std::string decimal(shortest.data(), std::to_chars(shortest.begin(), shortest.end(), number).ptr);
  constexpr double all_digits = 0x1p53; // of whole numbers up to here
  return std::fabs(number) < all_digits && std::trunc(number) == number
             ? decimal
             : value.text() + " (" + decimal + " in binary64)";
}

} // namespace mixcert
