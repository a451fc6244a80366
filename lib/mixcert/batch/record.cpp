#include "mixcert/batch/record.hpp"

#include "mixcert/batch/checksum.hpp"
#include "mixcert/certificate/quantities.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace mixcert {
namespace {

std::optional<interval> ratio(const interval& actual, const interval& frozen) {
  if (!(frozen.lower() > 0)) return std::nullopt;
  return actual / frozen;
}

interval mean_square_of(const std::vector<spectrum_entry<interval>>& spectrum) {
  interval sum(0);
  std::size_t count = 0;
  for (const auto& entry : spectrum) {
    sum += interval(static_cast<double>(entry.multiplicity)) * sqr(entry.value);
    count += entry.multiplicity;
  }
  return sum / interval(static_cast<double>(count));
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string ends(const interval& x) {
  const auto end = [](double at) { return std::isfinite(at) ? hex(at) : at < 0 ? "-inf" : "inf"; };
  return "[\"" + end(x.lower()) + "\",\"" + end(x.upper()) + "\"]";
}

constexpr std::string_view failed = ",\"failed\":\"";

std::string_view name_of(state_failure::kind what) {
  switch (what) {
  case state_failure::input:
    return "input";
  case state_failure::operational:
    return "operational";
  case state_failure::not_certified:
    break;
  }
  return "not certified";
}

} // namespace

state_result result_of(const state_spectrum& spectrum, std::size_t width, std::size_t rank_at_most) {
  std::vector<spectrum_entry<interval>> parts;
  for (const interval& value : spectrum.core) parts.push_back({value, 1, "core"});
  for (const interval& value : spectrum.frozen) parts.push_back({value, spectrum.multiplicity, "tail"});
  state_result r{state_result::lanes, merge(parts)};
  r.norm = r.spectrum.front().value;
  r.frozen_norm = spectrum.frozen.front();
  r.smallest = r.spectrum.back().value;
  r.mean_square = mean_square_of(r.spectrum);
  r.norm_ratio = ratio(r.norm, r.frozen_norm);
  r.rank_at_least = feedback_rank_at_least(r.spectrum, spectrum.frozen, width);
  r.rank_at_most = rank_at_most;
  return r;
}

state_result result_of(const certificate& c) {
  state_result r{state_result::certificate, {}};
  for (const auto& entry : c.spectrum) r.spectrum.push_back({entry.value, entry.multiplicity, entry.from});
  r.norm = c.quantities.norm;
  r.frozen_norm = c.quantities.frozen_norm;
  r.smallest = c.quantities.smallest;
  r.mean_square = c.quantities.mean_square;
  if (c.quantities.norm_ratio) r.norm_ratio = *c.quantities.norm_ratio;
  r.rank_at_least = c.quantities.rank_at_least;
  r.rank_at_most = c.quantities.rank_at_most;
  return r;
}

std::string line_of(const state_record& record, const std::string& prefix) {
  std::string line = "{\"site\":" + std::to_string(record.site) + ",\"prefix\":" + quoted(prefix) +
                     ",\"state\":" + std::to_string(record.state);
  if (!record.sha256.empty()) line += ",\"sha256\":\"" + record.sha256 + '"';
  if (record.failure)
    return checked_line(line.append(failed).append(name_of(record.failure->what)) +
                        "\",\"reason\":" + quoted(record.failure->reason));
  const state_result& result = *record.result;
  line += ",\"norm\":" + ends(result.norm) + ",\"frozen_norm\":" + ends(result.frozen_norm);
  if (result.norm_ratio) line += ",\"norm_ratio\":" + ends(*result.norm_ratio);
  line += ",\"smallest\":" + ends(result.smallest) + ",\"mean_square\":" + ends(result.mean_square) +
          ",\"feedback_rank\":[" + std::to_string(result.rank_at_least) + ',' + std::to_string(result.rank_at_most) +
          "],\"method\":\"" + (result.method == state_result::lanes ? "lanes" : "certificate") + '"';
  return checked_line(std::move(line));
}

bool is_worth_another_try(std::string_view lines) {
  // Within a text the quotation marks would have a backslash each.
  return lines.find(std::string(failed).append(name_of(state_failure::operational)) + '"') != lines.npos;
}

spectrum_row row_of(const state_record& record) {
  spectrum_row row{record.state, static_cast<std::uint32_t>(record.site), std::nullopt, std::nullopt, {}};
  if (!record.result) return row;
  row.frozen = record.result->frozen_norm;
  row.ratio = record.result->norm_ratio;
  row.spectrum = record.result->spectrum;
  return row;
}

} // namespace mixcert
