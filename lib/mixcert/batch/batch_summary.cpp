#include "mixcert/batch/batch_summary.hpp"

#include "mixcert/certificate/detail/json_parts.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <tuple>

namespace mixcert {
namespace {

/// The rank-th smallest, from 0, of numbers >= 0 that are shown four times over: their bits are ordered as they are.
class selected_number {
 public:
  explicit selected_number(std::size_t rank) : rank_(rank), count_(std::size_t{1} << digit) {}
  void see(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
    if (left_ == 64 || bits >> left_ == known_) ++count_[bits >> (left_ - digit) & mask];
  }
  void end_pass() {
    std::uint64_t at = 0;
    while (rank_ >= count_[at]) rank_ -= count_[at++];
    known_ = known_ << digit | at;
    left_ -= digit;
    std::fill(count_.begin(), count_.end(), 0);
  }
  double value() const { return std::bit_cast<double>(known_); }

  static constexpr unsigned passes = 4;

 private:
  static constexpr unsigned digit = 64 / passes;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
  std::size_t rank_;
  std::vector<std::size_t> count_;
  std::uint64_t known_ = 0;
  unsigned left_ = 64;
};

template <class Visit>
void for_each_row(const row_layout& layout, const std::vector<row_extent>& extents, Visit&& visit) {
  constexpr std::size_t rows_at_once = 1024;
  std::optional<input_file> file;
  for (const row_extent& extent : extents) {
    if (!file || file->path() != extent.file) file.emplace(extent.file);
    for (std::size_t at = 0; at < extent.length;) {
      const std::size_t length = std::min(extent.length - at, rows_at_once * layout.bytes());
      const std::vector<std::byte> bytes = file->read(extent.begin + at, length);
      for (std::size_t row = 0; row < length; row += layout.bytes())
        visit(headline_of(layout, reinterpret_cast<const char*>(bytes.data()) + row));
      at += length;
    }
  }
}

bool has_ratio(const row_headline& row) { return row.ratio_lower <= row.ratio_upper; } // NaN is none

bool is_worse(const ratio_at_state& a, const ratio_at_state& b) {
  return std::tuple(-a.ratio.upper(), a.site, a.state) < std::tuple(-b.ratio.upper(), b.site, b.state);
}

void keep_worst(std::vector<ratio_at_state>& worst, const ratio_at_state& next, std::size_t most) {
  if (most == 0 || (worst.size() == most && !is_worse(next, worst.back()))) return;
  worst.insert(std::upper_bound(worst.begin(), worst.end(), next, is_worse), next);
  if (worst.size() > most) worst.pop_back();
}

} // namespace

batch_summary summarise(const row_layout& layout, const std::vector<std::string>& prefixes,
                        const std::vector<std::vector<row_extent>>& rows, std::size_t worst) {
  batch_summary r;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    site_summary site{prefixes[i], 0, 0, {}, {}};
    std::size_t ratios = 0;
    double lower = 0, upper = 0;
    for_each_row(layout, rows[i], [&](const row_headline& row) {
      ++site.states;
      if (row.count == 0) ++site.failed;
      if (!has_ratio(row)) return;
      ++ratios;
      lower = std::max(lower, row.ratio_lower);
      upper = std::max(upper, row.ratio_upper);
      keep_worst(r.worst, {i, row.state, interval(row.ratio_lower, row.ratio_upper)}, worst);
    });
    if (ratios > 0) {
      selected_number low((ratios - 1) / 2), high((ratios - 1) / 2);
      for (unsigned pass = 0; pass < selected_number::passes; ++pass) {
        for_each_row(layout, rows[i], [&](const row_headline& row) {
          if (!has_ratio(row)) return;
          low.see(row.ratio_lower);
          high.see(row.ratio_upper);
        });
        low.end_pass();
        high.end_pass();
      }
      site.median = interval(low.value(), high.value());
      site.largest = interval(lower, upper);
    }
    r.sites.push_back(std::move(site));
  }
  return r;
}

std::string text_of(const batch_summary& summary) {
  constexpr int digits = 6;
  constexpr std::size_t longest_prefix = 40;
  const auto cell = [](const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
  };
  const auto number = [&](const std::optional<interval>& x) {
    return x ? agreed_digits(*x, digits) : std::string("-");
  };
  std::size_t states = 0, failed = 0, width = 4;
  for (const site_summary& site : summary.sites) {
    states += site.states;
    failed += site.failed;
    width = std::max(width, std::min(printable(site.prefix).size(), longest_prefix));
  }
  std::string r = std::to_string(states - failed) + " of " + std::to_string(states) + " spectra certified, " +
                  std::to_string(failed) + " failed\n\n  ||J|| / ||H||: largest singular value, actual over frozen\n";
  const auto line = [&](const std::string& prefix, const std::string& count, const std::string& failures,
                        const std::string& median, const std::string& largest) {
    r += "  " + prefix + std::string(prefix.size() < width ? width - prefix.size() : 0, ' ') + cell(count, 10) +
         cell(failures, 8) + cell(median, 14) + cell(largest, 14) + '\n';
  };
  line("site", "states", "failed", "median", "largest");
  for (const site_summary& site : summary.sites)
    line(printable(site.prefix), std::to_string(site.states), std::to_string(site.failed), number(site.median),
         number(site.largest));
  if (!summary.worst.empty()) r += "\n  worst states\n";
  for (const ratio_at_state& at : summary.worst)
    r += "  " + number(at.ratio) + "  site " + printable(summary.sites[at.site].prefix) + ", state " +
         std::to_string(at.state) + '\n';
  return r;
}

std::string json_of(const batch_summary& summary) {
  using json_parts::json;
  json sites = json::array(), worst = json::array();
  for (const site_summary& site : summary.sites) {
    json entry = {{"site", site.prefix}, {"states", site.states}, {"failed", site.failed}};
    if (site.median)
      entry.update(
          {{"median_ratio", json_parts::ends(*site.median)}, {"largest_ratio", json_parts::ends(*site.largest)}});
    sites.push_back(std::move(entry));
  }
  for (const ratio_at_state& at : summary.worst)
    worst.push_back({{"number", at.site},
                     {"site", summary.sites[at.site].prefix},
                     {"state", at.state},
                     {"norm_ratio", json_parts::ends(at.ratio)}});
  return json_parts::text(
      {{"format", "mixcert-batch-summary"}, {"version", 1}, {"sites", std::move(sites)}, {"worst", std::move(worst)}});
}

} // namespace mixcert
