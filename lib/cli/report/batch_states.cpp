#include "batch_states.hpp"

#include "mixcert/batch/checksum.hpp"
#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/site_worker.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>

namespace mixcert::report {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double end_of(const std::string& text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "inf") return infinity;
  return text == "-inf" ? -infinity : parse_hex(text);
}

std::optional<interval> interval_in(const json& record, const char* name) {
  const auto found = record.find(name);
  if (found == record.end()) return std::nullopt;
  const double lower = end_of(found->at(0)), upper = end_of(found->at(1));
  if (!(lower <= upper)) throw input_error(std::string(name) + " has its ends the wrong way round");
  return interval(lower, upper);
}

reported_state state_of(const json& record) {
  reported_state s;
  s.site = record.at("site");
  s.name = std::to_string(record.at("state").get<std::size_t>());
  if (record.contains("failed")) {
    s.failed = record.at("failed");
    s.reason = record.at("reason");
    return s;
  }
  s.norm = interval_in(record, "norm");
  s.frozen_norm = interval_in(record, "frozen_norm");
  s.norm_ratio = interval_in(record, "norm_ratio");
  s.smallest = interval_in(record, "smallest");
  s.mean_square = interval_in(record, "mean_square");
  const json& rank = record.at("feedback_rank");
  s.feedback_rank.emplace(rank.at(0), rank.at(1));
  return s;
}

[[noreturn]] void damaged(const fs::path& file, const std::string& what) {
  throw input_error(printable(file.string()) + ": " + what + "; do the batch again with --resume, and merge it again");
}

class reader {
 public:
  explicit reader(const folder_contents& contents) : contents_(contents) {
    for (const fs::path& folder : contents.batches) add(folder);
    std::ranges::stable_sort(source_.states, {},
                             [](const reported_state& s) { return std::tuple(s.site, number_of(s)); });
  }

  source take() { return std::move(source_); }

 private:
  static std::size_t number_of(const reported_state& s) { return std::stoull(s.name); }

  void add(const fs::path& folder) {
    const std::string manifest = manifest_file(folder).string();
    bool merged = false;
    try {
      const json document = parse_strictly(read_file(manifest));
      merged = document.at("format") == "mixcert-batch-merged";
      if (!(merged || document.at("format") == "mixcert-batch") || document.at("version") != 1)
        throw input_error(printable(manifest) + ": is no manifest of a batch of version 1");
      enter_job(document.at("job"), folder);
    } catch (const json_fault&) {
      damaged(manifest, "is no JSON document");
    } catch (const json::exception&) {
      damaged(manifest, "is not complete");
    }
    if (merged)
      add_merged(folder);
    else
      for (const auto& [k, block] : written_blocks(folder)) add_block(folder, block);
  }

  /// The first part says what the sites are, and the others must say the same.
  void enter_job(const json& job, const fs::path& folder) {
    layout_ = {job.at("values")};
    if (job_.empty()) {
      job_ = job.dump();
      for (const json& site : job.at("sites"))
        source_.sites.push_back({site.at("site"), site.at("mixer"), site.at("streams"), site.at("width")});
    }
    require_same_job(job.dump(), job_, false, printable(folder.string()));
  }

  void add_merged(const fs::path& folder) {
    const fs::path records = folder / "records.jsonl";
    add_lines(read_file(records.string()), records, folder / "spectra.npy", npy_header_bytes);
  }

  void add_block(const fs::path& folder, const written_block& block) {
    const fs::path records = records_file(folder, block.segment);
    const std::optional<std::string> lines = read_bytes(records, block.records);
    if (!lines) damaged(records, "block " + std::to_string(block.block) + " is damaged");
    add_lines(*lines, records, rows_file(folder, block.segment), block.rows.begin);
  }

  void add_lines(std::string_view lines, const fs::path& records, const fs::path& rows, std::size_t begin) {
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      if (!is_whole_line(line)) damaged(records, "a record is not what its checksum says");
      try {
        reported_state state = state_of(json::parse(line));
        if (state.site >= source_.sites.size()) damaged(records, "a record is of a site that the manifest has not");
        state.row = {rows, begin, layout_};
        add_state(std::move(state));
      } catch (const json::exception&) {
        damaged(records, "a record is not complete");
      }
      begin += layout_.bytes();
    }
  }

  void add_state(reported_state state) {
    if (!seen_.emplace(state.site, number_of(state)).second) return; // another part has the same block
    const auto found =
        contents_.of_states.find(certificate_name(source_.sites[state.site].prefix, state.site, number_of(state)));
    if (found != contents_.of_states.end() && state.failed.empty()) state.certificate = found->second;
    source_.states.push_back(std::move(state));
  }

  const folder_contents& contents_;
  row_layout layout_{0};
  std::string job_;
  source source_{"mixcert batch", {}, {}};
  std::set<std::pair<std::size_t, std::size_t>> seen_;
};

/// What records do not have.
void read_certificate(reported_state& state) {
  const std::string file = state.certificate.string();
  const certificate c = from_json(read_file(file), file);
  if (c.quantities.mean_square_ratio) state.mean_square_ratio = *c.quantities.mean_square_ratio;
}

} // namespace

source batch_states(const folder_contents& contents, std::vector<std::pair<fs::path, std::string>>& unread) {
  source r = reader(contents).take();
  for (reported_state& state : r.states)
    if (!state.certificate.empty()) {
      try {
        read_certificate(state);
      } catch (const input_error& error) {
        unread.emplace_back(state.certificate, error.what());
        state.certificate.clear();
      }
    }
  return r;
}

std::vector<spectrum_entry<interval>> spectrum_at(const row_place& place) {
  const input_file file(place.file);
  if (place.begin > file.size() || place.layout.bytes() > file.size() - place.begin)
    damaged(place.file, "is shorter than its records say");
  const std::vector<std::byte> bytes = file.read(place.begin, place.layout.bytes());
  return spectrum_in(place.layout, reinterpret_cast<const char*>(bytes.data()));
}

} // namespace mixcert::report
