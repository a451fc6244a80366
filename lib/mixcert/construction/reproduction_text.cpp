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

/// The same decimal without an exponent where that is short, and without zeros at its end: `1.1000e+01` is 11.
std::string plain(const std::string& decimal) {
  const std::size_t e = decimal.find('e');
  if (e == std::string::npos) return decimal;
  const std::string sign = decimal.starts_with('-') ? "-" : "";
  std::string mantissa = decimal.substr(sign.size(), e - sign.size());
  std::erase(mantissa, '.');
  mantissa.erase(std::max<std::size_t>(mantissa.find_last_not_of('0') + 1, 1));
  const int exponent = std::stoi(decimal.substr(e + 1)), last = static_cast<int>(mantissa.size()) - 1;
  if (exponent < -5 || exponent > 16) {
    if (last > 0) mantissa.insert(1, ".");
    return sign + mantissa + decimal.substr(e);
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + mantissa;
  if (exponent >= last) return sign + mantissa + std::string(static_cast<std::size_t>(exponent - last), '0');
  return sign + mantissa.insert(static_cast<std::size_t>(exponent) + 1, ".");
}

std::string shown(const mp_interval& x) {
  const decimal_ends ends = ends_of(x, digits);
  const std::string text = "[" + plain(ends.lo) + ", " + plain(ends.hi) + "]";
  return ends.exp2 == 0 ? text : text + " * 2^" + std::to_string(ends.exp2);
}
std::string shown(const mp_float& x) { return plain(decimal_nearest(x.get(), digits)); }
std::string shown(const rational& x) { return to_string(x); }

std::string line(const comparison& c) {
  const std::string times = c.reference.count == 1 ? "" : ", " + std::to_string(c.reference.count) + " times";
  const mp_float value = midpoint(c.value, c.value.bits());
  std::string r = "  " + padded(c.reference.quantity + "  " + to_text(c.reference.form) + times, 46) + " = " +
                  padded(shown(value), 22);
  if (c.computed) r += "  " + padded(std::visit([](const auto& x) { return shown(x); }, *c.computed), 46);
  if (c.ulps) r += "  " + padded(plain(decimal_up(c.ulps->get(), 3)) + " ulp", 13);
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
  return row.is_perturbed() ? r + "-perturbed" : r;
}

} // namespace mixcert
