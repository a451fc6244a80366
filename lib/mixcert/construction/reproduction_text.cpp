#include "mixcert/construction/detail/decimal_ends.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>

namespace mixcert {
namespace {

constexpr int digits = 17;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

/// The decimal up to its last digit that is not 0: `1.1000e+00` is 1.1.
std::string without_zeros(const std::string& decimal) {
  const std::size_t e = decimal.find('e');
  if (e == std::string::npos) return decimal;
  std::string mantissa = decimal.substr(0, e), exponent = decimal.substr(e);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  return exponent == "e+00" ? mantissa : mantissa + exponent;
}

std::string shown(const mp_interval& x) {
  const decimal_ends ends = ends_of(x, digits);
  const std::string text = "[" + without_zeros(ends.lo) + ", " + without_zeros(ends.hi) + "]";
  return ends.exp2 == 0 ? text : text + " * 2^" + std::to_string(ends.exp2);
}
std::string shown(const mp_float& x) { return without_zeros(decimal_nearest(x.get(), digits)); }
std::string shown(const rational& x) { return to_string(x); }

std::string line(const comparison& c) {
  const std::string times = c.reference.count == 1 ? "" : ", " + std::to_string(c.reference.count) + " times";
  const mp_float value = midpoint(c.value, c.value.bits());
  std::string r = "  " + padded(c.reference.quantity + "  " + to_text(c.reference.form) + times, 46) + " = " +
                  padded(shown(value), 22);
  if (c.computed) r += "  " + padded(std::visit([](const auto& x) { return shown(x); }, *c.computed), 46);
  if (c.ulps) r += "  " + padded(without_zeros(decimal_up(c.ulps->get(), 3)) + " ulp", 13);
  return r + "  " + to_string(c.result) + '\n';
}

} // namespace

std::string summary(const reproduction_row& row) {
  std::string r = row.construction;
  for (const auto& [name, text] : row.parameters) r += "  " + name + " = " + text;
  if (row.is_perturbed())
    r += "  (" + row.perturbed + " + " + row.request.perturbation.text() + " in what is computed)";
  r += '\n';
  for (const comparison& c : row.found.values) r += line(c);
  if (!row.found.reason.empty()) r += "  " + to_string(row.result) + ": " + row.found.reason + '\n';
  return r;
}

std::string file_name(const reproduction_row& row) {
  std::string r = row.construction;
  for (const auto& [name, text] : row.parameters) r += '-' + name + '=' + text;
  return r;
}

} // namespace mixcert
