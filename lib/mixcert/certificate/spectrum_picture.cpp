#include "mixcert/certificate/spectrum_picture.hpp"

#include "mixcert/certificate/summary.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mixcert {
namespace {

using entries = std::vector<spectrum_entry<enclosure>>;

constexpr double height = 420, left = 78, right = 26, top = 76, bottom = 78;
constexpr double bar_width = 78, least_step = 6, most_step = 16, ordinary_width = 640;
constexpr int some_digits = 5, many_digits = 10;

constexpr std::string_view style = R"(<style>
svg { color-scheme: light dark; font-family: system-ui, sans-serif; font-size: 12px }
.paper { fill: #fff } text { fill: #1c2430 } .quiet { fill: #566070 }
.title { font-size: 15px; font-weight: 600 } .axis { stroke: #566070 } .grid { stroke: #e2e6ec }
.core, .band { fill: #1f5fbf } .bar { fill: #b45309 } .band { fill-opacity: .3 }
.frozen { stroke: #566070; stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
.paper { fill: #14181f } text { fill: #e6eaf0 } .quiet { fill: #a3adba }
.axis { stroke: #a3adba } .grid { stroke: #2b323d } .core, .band { fill: #7fb2ff }
.bar { fill: #f0a04b } .frozen { stroke: #a3adba } }
</style>)";

std::string px(double x) {
  constexpr std::size_t longest = 32;
  char text[longest];
  const auto [end, error] = std::to_chars(text, text + longest, x, std::chars_format::fixed, 1);
  return {text, end};
}

std::string escaped(std::string_view text) {
  std::string r;
  for (const char c : text) r += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return r;
}

std::string text_at(double x, double y, std::string_view text, std::string_view anchor = "start",
                    std::string_view kind = "") {
  return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + std::string(anchor) + '"' +
         (kind.empty() ? "" : " class=\"" + std::string(kind) + '"') + '>' + escaped(text) + "</text>\n";
}

std::string line_at(double x0, double y0, double x1, double y1, std::string_view kind) {
  return "<line x1=\"" + px(x0) + "\" y1=\"" + px(y0) + "\" x2=\"" + px(x1) + "\" y2=\"" + px(y1) + "\" class=\"" +
         std::string(kind) + "\"/>\n";
}

std::string rectangle(std::string_view kind, double x, double y, double width, double high) {
  return "<rect class=\"" + std::string(kind) + "\" x=\"" + px(x) + "\" y=\"" + px(y) + "\" width=\"" + px(width) +
         "\" height=\"" + px(high) + "\"/>\n";
}

/// 1, 2 or 5 times a power of ten, for about five ticks.
double step_for(double range) {
  constexpr double ticks = 5;
  const double power = std::pow(10, std::floor(std::log10(range / ticks))), times = range / ticks / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

/// Values to heights, with a margin on both sides.
class vertical_scale {
 public:
  vertical_scale(double least, double greatest) {
    constexpr double margin = 0.06;
    const double range = greatest > least ? greatest - least : std::max(std::fabs(greatest), 1.0);
    low_ = least - margin * range;
    high_ = greatest + margin * range;
    step_ = step_for(high_ - low_);
  }
  double at(double value) const { return height - bottom - (height - top - bottom) * (value - low_) / (high_ - low_); }
  std::vector<double> ticks() const {
    std::vector<double> r;
    for (double k = std::ceil(low_ / step_); k * step_ <= high_; ++k) r.push_back(k * step_);
    return r;
  }
  std::string label(double tick) const {
    constexpr std::size_t longest = 32;
    char text[longest];
    const int places = std::clamp(static_cast<int>(-std::floor(std::log10(step_))), 0, 12);
    const auto [end, error] =
        std::to_chars(text, text + longest, std::fabs(tick) < step_ / 2 ? 0 : tick, std::chars_format::fixed, places);
    return error == std::errc() ? std::string(text, end) : plain_decimal(decimal_up(tick, 2));
  }

 private:
  double low_, high_, step_;
};

vertical_scale scale_of(const certificate& c) {
  double least = c.quantities.frozen_norm.lower(), greatest = c.quantities.frozen_norm.upper();
  for (const auto& entry : c.spectrum) {
    least = std::min(least, entry.value.lower());
    greatest = std::max(greatest, entry.value.upper());
  }
  return {least, greatest};
}

bool is_bar(const spectrum_entry<enclosure>& entry) { return entry.multiplicity > 1; }

class picture {
 public:
  explicit picture(const certificate& c) : c_(c), scale_(scale_of(c)) {
    const auto bars = static_cast<double>(std::ranges::count_if(c.spectrum, is_bar));
    const double marks = static_cast<double>(c.spectrum.size()) - bars;
    step_ = std::clamp((ordinary_width - bars * bar_width) / std::max(marks, 1.0), least_step, most_step);
    end_ = left + std::max(ordinary_width / 2, bars * bar_width + marks * step_);
  }

  std::string svg() {
    axes();
    frozen_norm();
    double x = left;
    std::size_t index = 1;
    for (const auto& entry : c_.spectrum) {
      const double width = is_bar(entry) ? bar_width : step_;
      value(entry, x, width, index);
      x += width;
      index += entry.multiplicity;
    }
    headings(index - 1);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + px(end_ + right) + ' ' + px(height) +
           "\" role=\"img\" aria-labelledby=\"t\">\n<title id=\"t\">" + escaped(title()) + "</title>\n" +
           std::string(style) + "\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" + body_ + "</svg>\n";
  }

 private:
  std::string title() const {
    return "Certified singular values: " + printable(c_.subject.mixer) + ", site " + printable(c_.subject.site);
  }

  void headings(std::size_t count) {
    const certified_quantities& q = c_.quantities;
    const tensor_reference& state = c_.subject.state;
    body_ += text_at(left, 24, title(), "start", "title");
    body_ += text_at(left, 42,
                     "state " + printable(state.name) + (state.index.empty() ? "" : printable(state.index)) + " of " +
                         printable(state.file),
                     "start", "quiet");
    body_ += text_at(left, 59,
                     "largest " + agreed_digits(q.norm, many_digits) + ", smallest " +
                         agreed_digits(q.smallest, many_digits) +
                         (q.norm_ratio ? ", actual/frozen " + agreed_digits(*q.norm_ratio, some_digits) : ""),
                     "start", "quiet");
    body_ += text_at((left + end_) / 2, height - 32,
                     "which of the " + std::to_string(count) + " singular values, largest first", "middle");
    body_ += text_at((left + end_) / 2, height - 14,
                     "a point: one value; a bar: a value as often as written; dashes: frozen norm " +
                         agreed_digits(q.frozen_norm, some_digits),
                     "middle", "quiet");
    const double middle = (top + height - bottom) / 2;
    body_ += "<text transform=\"translate(18 " + px(middle) + ") rotate(-90)\" text-anchor=\"middle\">" +
             "singular value (gain of the Jacobian)</text>\n";
  }

  void axes() {
    for (const double tick : scale_.ticks()) {
      body_ += line_at(left, scale_.at(tick), end_, scale_.at(tick), "grid");
      body_ += text_at(left - 8, scale_.at(tick) + 4, scale_.label(tick), "end", "quiet");
    }
    body_ += line_at(left, top, left, height - bottom, "axis");
    body_ += line_at(left, height - bottom, end_, height - bottom, "axis");
  }

  void frozen_norm() {
    const double high = scale_.at(c_.quantities.frozen_norm.upper()),
                 low = scale_.at(c_.quantities.frozen_norm.lower());
    body_ += line_at(left, high, end_, high, "frozen");
    if (low - high > 1) body_ += line_at(left, low, end_, low, "frozen");
  }

  void value(const spectrum_entry<enclosure>& entry, double x, double width, std::size_t index) {
    const std::size_t last = index + entry.multiplicity - 1;
    const std::string numbers = std::to_string(index) + (last > index ? " to " + std::to_string(last) : "");
    const double high = scale_.at(entry.value.upper()), low = scale_.at(entry.value.lower()), middle = (high + low) / 2;
    body_ += "<g><title>" +
             escaped((last > index ? "values " : "value ") + numbers + ": in [" + plain_decimal(entry.value.lo()) +
                     ", " + plain_decimal(entry.value.hi()) + "]") +
             "</title>\n";
    const double radius = std::min(4.0, step_ / 2 - 0.5), half = is_bar(entry) ? width / 2 - 3 : radius;
    if (low - high > 2 * radius)
      body_ += rectangle(is_bar(entry) ? "bar band" : "band", x + width / 2 - half, high, 2 * half, low - high);
    if (is_bar(entry)) {
      body_ += rectangle("bar", x + width / 2 - half, middle - 2, 2 * half, 4);
      body_ +=
          text_at(x + width / 2, std::min(high, middle - 2) - 6, "× " + std::to_string(entry.multiplicity), "middle");
      body_ += text_at(x + width / 2, height - bottom + 16, numbers, "middle", "quiet");
    } else {
      body_ += "<circle class=\"core\" cx=\"" + px(x + width / 2) + "\" cy=\"" + px(middle) + "\" r=\"" + px(radius) +
               "\"/>\n";
    }
    body_ += "</g>\n";
  }

  const certificate& c_;
  vertical_scale scale_;
  double step_ = most_step, end_ = left;
  std::string body_;
};

} // namespace

std::string spectrum_picture(const certificate& c) { return picture(c).svg(); }

} // namespace mixcert
