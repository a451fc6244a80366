#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/mixer/description.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mixcert {
namespace {

constexpr mpfr_prec_t bits = 512;

/// Plain from 0.0001 to below 10^10 where the number has the digits for it.
std::string everyday(const std::string& decimal) {
  if (decimal.starts_with('-')) return '-' + everyday(decimal.substr(1));
  constexpr int smallest = -4, largest = 9;
  constexpr std::size_t longest = 4; // "e-04"
  const std::size_t e = std::min(decimal.find('e'), decimal.size());
  const bool has_one_digit_first = e == 1 || (e > 1 && decimal[1] == '.');
  if (!has_one_digit_first || e == decimal.size() || decimal.size() - e > longest) return decimal;
  const int exponent = std::stoi(decimal.substr(e + 1));
  if (exponent < smallest || exponent > largest) return decimal;
  if (exponent > smallest) return plain_decimal(decimal);
  return plain_decimal(decimal.substr(0, e) + "e-03").insert(2, "0"); // 0.00...: a zero more
}

/// The digits on which both ends agree, or both ends.
std::string value_text(const scaled_enclosure& x, int digits) {
  const mp_interval value = lift(x, bits);
  for (int n = digits; n >= 3; --n) {
    std::string low = decimal_nearest(value.lower(), n);
    if (low == decimal_nearest(value.upper(), n)) return everyday(low);
  }
  return "[" + everyday(decimal_down(value.lower(), digits)) + ", " + everyday(decimal_up(value.upper(), digits)) + "]";
}

void line(std::ostringstream& out, const std::string& label, const std::string& text) {
  out << "  " << label << std::string(label.size() < 24 ? 24 - label.size() : 1, ' ') << text << '\n';
}

std::string constants_text(const mixer_convention& convention) {
  std::string r;
  for (const auto& [key, value] : convention)
    r += (r.empty() ? "" : ", ") + printable(key) + " " + printable(in_words(value));
  return r.empty() ? "none" : r;
}

bool share_a_prefix(const std::vector<certificate_subject>& sites) {
  std::set<std::string> prefixes;
  return std::ranges::any_of(sites, [&](const certificate_subject& s) { return !prefixes.insert(s.site).second; });
}

/// The first and the last; where two have one prefix, each with the name of its state, whose number tells them apart.
std::string sites_text(const std::vector<certificate_subject>& sites) {
  const bool numbered = share_a_prefix(sites);
  const auto name = [&](const certificate_subject& s) {
    return printable(s.site) + (numbered ? " at " + printable(s.state.name) : "");
  };
  if (sites.size() == 1) return name(sites.front());
  return name(sites.front()) + " ... " + name(sites.back()) + " (" + std::to_string(sites.size()) + ", forward order)";
}

std::string widest_text(const product_certificate& c) {
  mp_float widest(bits);
  for (const auto& entry : c.spectrum) {
    const mp_interval value = lift(entry.value, bits);
    mp_float width(bits);
    mpfr_sub(width.get(), value.upper(), value.lower(), MPFR_RNDU);
    mpfr_max(widest.get(), widest.get(), width.get(), MPFR_RNDU);
  }
  return decimal_up(widest.get(), 2);
}

std::string direction_text(const product_direction& x) {
  if (const auto* given = std::get_if<tensor_reference>(&x.direction))
    return printable(given->file) + (given->name.empty() ? "" : ":" + printable(given->name));
  return std::string(x.sine ? "about" : "looked for as") + " the first " + (x.transposed ? "left" : "right") +
         " singular vector";
}

/// What P or its transpose makes of it.
void add_direction(std::ostringstream& out, const product_direction& x) {
  constexpr int few = 2, some = 8, many = 15;
  const std::string image = x.transposed ? "P^T z" : "P z";
  line(out, "direction z", direction_text(x));
  line(
      out, "|" + image + "| / |z|",
      value_text(x.gain, many) +
          (x.gain_over_norm ? "   (" + value_text({*x.gain_over_norm}, some) + " of the largest singular value)" : ""));
  line(out, "ln |" + image + "|", value_text({x.log_norm}, many));
  if (std::holds_alternative<tensor_reference>(x.direction)) return;
  if (!x.sine) return line(out, "angles", "not bounded: the largest singular value was not told from the next");
  const mp_float sine(*x.sine, bits);
  line(out, "angles",
       "sines of at most " + decimal_up(sine.get(), few) + ", of z and of " + image +
           ", with the first singular vectors");
}

} // namespace

std::string summary(const product_certificate& c) {
  const product_quantities& q = c.quantities;
  std::ostringstream out;
  out << "largest gain through " << std::to_string(c.sites.size()) << (c.sites.size() == 1 ? " site: " : " sites: ")
      << value_text(q.norm, 8) << " (certified)";
  if (q.norm_ratio) out << ", " << value_text(*q.norm_ratio, 6) << " times that of the frozen mixers";
  out << "\n\n";
  line(out, "mixer",
       printable(c.mixer) + ", " + std::to_string(c.streams) + " streams x " + std::to_string(c.width) + " features");
  line(out, "sites", sites_text(c.sites));
  if (c.with == "write") line(out, "map", "H(X) X + beta(X) y^T at each site, the branch outputs y fixed");
  line(out, "constants", constants_text(c.convention));
  line(out, "scope", "pointwise: the product of the Jacobians at these states, all rounding included");
  line(out, "method", printable(c.method) + ", " + printable(c.arithmetic));
  line(out, "largest singular value", value_text(q.norm, 15) + "   (frozen " + value_text(q.frozen_norm, 15) + ")");
  line(out, "local norms multiplied", everyday(c.product_of_norms) + "   (only a bound of it)");
  line(out, "smallest", value_text(q.smallest, 15));
  line(out, "mean square",
       value_text(q.mean_square, 12) + "   (frozen " + value_text(q.frozen_mean_square, 12) +
           (q.mean_square_ratio ? ", ratio " + value_text(*q.mean_square_ratio, 8) : "") + ")");
  line(out, "spectrum", std::to_string(c.streams * c.width) + " values");
  line(out, "widest enclosure", widest_text(c));
  if (c.direction) add_direction(out, *c.direction);
  for (const std::string& note : c.notes) line(out, "note", printable(note));
  return out.str();
}

} // namespace mixcert
