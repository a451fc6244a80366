#include "mixcert/certificate/summary.hpp"

#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/certificate/estimate.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/mixer/description.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace mixcert {
namespace {

std::string fixed(double x, int places) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(places);
  out << std::fixed << x;
  return out.str();
}

/// x with the decimal places that give `scale` its `digits` significant digits; plain for numbers of everyday size.
std::string plain(double x, double scale, int digits) {
  const double size = std::fabs(scale);
  std::ostringstream out;
  out.imbue(std::locale::classic());
  if (size == 0 || (size >= 1e-3 && size < 1e6)) {
    const int before = size == 0 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
    out.precision(std::max(0, digits - before));
    out << std::fixed << x;
  } else {
    out.precision(digits - 1);
    out << std::scientific << x;
  }
  return std::move(out).str();
}

std::string percent(const interval& ratio) {
  const interval change = abs(ratio - interval(1.0)) * interval(100.0);
  const int places = change.upper() < 10 ? 1 : 0;
  const std::string low = fixed(change.lower(), places);
  const bool agree = change.lower() >= 0.1 && low == fixed(change.upper(), places);
  return (agree ? low : agreed_digits(change, 3)) + " %";
}

bool is_truncated(const certificate& c) { return c.core.stream_dimensions != c.core.generators; }

/// J is exactly F kron I.
bool has_no_feedback(const certificate& c) {
  return c.quantities.rank_at_most == 0 || (c.core.dimension == 0 && !is_truncated(c));
}

std::string meaning(const certificate& c) {
  const certified_quantities& q = c.quantities;
  const std::string frozen = c.subject.with == "read" ? "the realised read gates" : "the realised mixer";
  if (!q.norm_ratio)
    return "largest gain " + agreed_digits(q.norm, 5) + " (certified): " + frozen + " alone may have gain zero";
  if (has_no_feedback(c)) return "actual/frozen largest gain exactly 1 (certified): nothing is fed back here";
  const std::string r = "actual/frozen largest gain " + agreed_digits(*q.norm_ratio, 5) + " (certified): ";
  const interval one(1.0);
  if (certainly_less(one, *q.norm_ratio))
    return r + "routing feedback makes the worst direction " + percent(*q.norm_ratio) + " stronger than " + frozen;
  if (certainly_less(*q.norm_ratio, one))
    return r + "routing feedback makes the worst direction " + percent(*q.norm_ratio) + " weaker than " + frozen;
  return r + "in which way routing feedback changes the worst direction could not be told";
}

void line(std::ostringstream& out, const std::string& label, const std::string& text) {
  out << "  " << label << std::string(label.size() < 24 ? 24 - label.size() : 1, ' ') << text << '\n';
}

std::string state_text(const tensor_reference& state) {
  if (state.name.empty() && state.index.empty()) return printable(state.file);
  return printable(state.name) + (state.index.empty() ? "" : printable(state.index)) + " of " + printable(state.file);
}

std::string radius_text(const state_radius& radius) {
  if (const auto* number = std::get_if<exact_constant>(&radius)) return printable(number->text());
  return "those of " + state_text(std::get<tensor_reference>(radius));
}

std::string rank_text(const certified_quantities& q) {
  if (q.rank_at_least == q.rank_at_most) return "exactly " + std::to_string(q.rank_at_most);
  return std::to_string(q.rank_at_least) + " to " + std::to_string(q.rank_at_most) + " (" + printable(q.rank_theorem) +
         ")";
}

std::string scope_text(const certificate_subject& subject) {
  if (!subject.state_radius)
    return "pointwise: the exact real map at this state, all rounding included; not a Lipschitz constant";
  return "every state whose entries differ from these by at most " + radius_text(*subject.state_radius) +
         ": the exact real map at each, all rounding included";
}

std::string constants_text(const certificate_subject& subject) {
  std::string r;
  for (const auto& [key, value] : subject.convention)
    r += (r.empty() ? "" : ", ") + printable(key) + " " + printable(in_words(value));
  return r.empty() ? "none" : r;
}

std::string tails_text(const certificate& c) {
  std::string r;
  for (const core_tail& tail : c.core.tails)
    r += (r.empty() ? "" : ", ") + agreed_digits(tail.value, 5) + " x " + std::to_string(tail.multiplicity);
  return r.empty() ? "none" : r;
}

/// Each tail value is one of H itself, at every state.
bool all_coincident(const certificate& c) {
  return std::all_of(c.core.tails.begin(), c.core.tails.end(), [](const core_tail& tail) { return tail.coincident; });
}

std::string selection_text(const certificate& c) {
  const std::vector<std::size_t>&kept = c.core.stream_dimensions, &all = c.core.generators;
  return (kept.empty() ? "0" : std::to_string(kept.front())) + " of " +
         (all.empty() ? "0" : std::to_string(all.front())) + " feature directions kept at tau " +
         printable(c.core.selection->tau);
}

/// Decimal ends as they are: they were asked for.
std::string value_text(const enclosure& x) {
  if (!x.is_binary64()) return "[" + x.lo() + ", " + x.hi() + "]";
  return x.upper() == 0 ? "0" : agreed_digits(x, 15);
}

std::string widest_text(const std::vector<enclosure>& values) {
  constexpr mpfr_prec_t bits = 512;
  mp_float widest(bits);
  for (const enclosure& x : values) {
    const mp_interval ends = lift(x, bits);
    mp_float width(bits);
    mpfr_sub(width.get(), ends.upper(), ends.lower(), MPFR_RNDU);
    mpfr_max(widest.get(), widest.get(), width.get(), MPFR_RNDU);
  }
  return decimal_up(widest.get(), 2);
}

/// How far the matrices of a ball are from its midpoint, if the certificate says it.
std::string distance_text(const matrix_certificate& c) {
  for (const claim& step : c.claims) {
    const auto distance = step.bounds.find("distance");
    const auto exponent = step.integers.find("exponent");
    if (distance == step.bounds.end() || exponent == step.integers.end() || exponent->second.empty()) continue;
    return decimal_up(scaled(mp_float(distance->second, 53), exponent->second.front()).get(), 2);
  }
  return "";
}

std::string matrices_text(const matrix_certificate& c) {
  const std::string distance = distance_text(c);
  const std::string within = distance.empty() ? "" : " (spectral norm of the difference: up to " + distance + ")";
  if (c.radius->name == name_of_decimal_radii)
    return "its decimal entries are no binary64 numbers: every one as near to the nearest ones as they are" + within;
  return "every one whose entries differ by at most those of " + state_text(*c.radius) + within;
}

/// Mixer, state, map and constants.
void subject_lines(std::ostringstream& out, const certificate_subject& s) {
  line(out, "mixer",
       printable(s.mixer) + ", site " + printable(s.site) + ", " + std::to_string(s.streams) + " streams x " +
           std::to_string(s.width) + " features");
  line(out, "state", state_text(s.state));
  if (s.branch_output)
    line(out, "map", "H(X) X + beta(X) y^T, the write gate included, with y fixed: " + state_text(*s.branch_output));
  if (s.with == "read") line(out, "map", "the branch input, sum_s read_s(X) x_s");
  line(out, "constants", constants_text(s));
}

} // namespace

std::string agreed_digits(const interval& x, int digits) {
  for (int n = digits; n >= 3; --n) {
    std::string low = plain(x.lower(), x.upper(), n);
    if (low == plain(x.upper(), x.upper(), n)) return low;
  }
  return "[" + plain_decimal(decimal_down(x.lower(), digits)) + ", " + plain_decimal(decimal_up(x.upper(), digits)) +
         "]";
}

std::string summary(const certificate& c) {
  const certified_quantities& q = c.quantities;
  std::ostringstream out;
  out << meaning(c) << "\n\n";
  subject_lines(out, c.subject);
  line(out, "scope", scope_text(c.subject));
  line(out, "method",
       printable(c.core.method) + " core of order " + std::to_string(c.core.dimension) +
           (c.made_by.arithmetic == this_producer().arithmetic ? "" : "; " + printable(c.made_by.arithmetic)));
  const std::string frozen = c.subject.with == "read" ? "   (frozen read gates " : "   (frozen mixer ";
  line(out, "largest singular value", value_text(q.norm) + frozen + value_text(q.frozen_norm) + ")");
  line(out, "smallest", value_text(q.smallest));
  line(out, "mean square",
       agreed_digits(q.mean_square, 12) + frozen + agreed_digits(q.frozen_mean_square, 12) +
           (q.mean_square_ratio ? ", ratio " + agreed_digits(*q.mean_square_ratio, 8) : "") + ")");
  line(out, "feedback rank", rank_text(q));
  line(out, "spectrum",
       std::to_string(c.frozen_spectrum.size() * c.subject.width) + " values: " + std::to_string(c.core.dimension) +
           " from the core, the rest " +
           (is_truncated(c)     ? "within the radius of "
            : all_coincident(c) ? "exactly "
                                : "") +
           (c.subject.with == "read" ? "those of the read gates: " : "those of H: ") + tails_text(c));
  if (c.core.selection) {
    line(out, "common core", selection_text(c));
    line(out, "delta",
         decimal_up(c.core.selection->delta, 3) + " (algebraic, as the literature computes it; uncertified)");
    line(out, "radius", decimal_up(c.core.radius, 3) + " (certified, everything included)");
  }
  std::vector<enclosure> values;
  for (const auto& entry : c.spectrum) values.push_back(entry.value);
  line(out, "widest enclosure", widest_text(values));
  for (const std::string& note : c.notes) line(out, "note", printable(note));
  return out.str();
}

std::string summary(const estimate& e) {
  const auto number = [&](const mp_float& x) { return decimal_nearest(x.get(), e.digits); };
  std::ostringstream out;
  out << "uncertified: what " << e.arithmetic << " gives, rounding ignored\n\n";
  subject_lines(out, e.subject);
  line(out, "largest singular value", number(e.norm) + "   (frozen mixer " + number(e.frozen_norm) + ")");
  line(out, "mean square", number(e.mean_square) + "   (frozen mixer " + number(e.frozen_mean_square) + ")");
  line(out, "smallest", number(e.smallest));
  std::size_t count = 0;
  for (const auto& entry : e.spectrum) count += entry.multiplicity;
  line(out, "outside enclosures", std::to_string(e.outside) + " of " + std::to_string(count) + " singular values");
  line(out, "farthest from its own",
       decimal_up(e.distance, 3) + "   (" + decimal_up(e.relative_distance, 3) + " of the largest)");
  return out.str();
}

std::string summary(const matrix_certificate& c) {
  const std::size_t count = c.spectrum.size();
  const std::string shape = " (" + std::to_string(c.rows) + " x " + std::to_string(c.cols) + ")";
  if (count == 0) return state_text(c.data) + shape + " has no singular values (norm 0)\n";
  std::ostringstream out;
  out << (count == 1 ? "1 singular value of " : "all " + std::to_string(count) + " singular values of ")
      << (c.radius ? "every matrix around " : "") << state_text(c.data) << shape << ", certified\n\n";
  if (c.radius) line(out, "matrices", matrices_text(c));
  constexpr std::size_t most_listed = 24;
  if (count <= most_listed) {
    for (std::size_t i = 0; i < count; ++i) line(out, std::to_string(i + 1), value_text(c.spectrum[i]));
  } else {
    line(out, "largest singular value", value_text(c.spectrum.front()));
    line(out, "smallest", value_text(c.spectrum.back()));
    line(out, "spectrum", "(" + std::to_string(count) + " values: --json or -o lists them)");
  }
  const auto positive =
      std::count_if(c.spectrum.begin(), c.spectrum.end(), [](const enclosure& x) { return x.lo() != "0"; });
  line(out, "rank", (static_cast<std::size_t>(positive) == count ? "" : "at least ") + std::to_string(positive));
  line(out, "widest enclosure", widest_text(c.spectrum));
  return out.str();
}

std::string summary(const construction_certificate& c) {
  std::ostringstream out;
  out << "the whole spectrum in closed form (theorem " << printable(c.formula) << "), " << std::to_string(c.streams)
      << " streams x " << std::to_string(c.width) << (c.width == 1 ? " feature" : " features") << "\n\n";
  for (const auto& [name, number] : c.parameters) line(out, printable(name), printable(number.text()));
  const auto exact = std::ranges::find(c.claims, "exact", &claim::type);
  const std::vector<std::string>& names = exact->names.at("names");
  for (std::size_t k = 0; k < c.spectrum.size(); ++k)
    line(out, printable(names[k]),
         value_text(c.spectrum[k].value) + " x " + std::to_string(c.spectrum[k].multiplicity));
  return out.str();
}

} // namespace mixcert
