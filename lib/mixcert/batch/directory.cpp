#include "mixcert/batch/directory.hpp"

#include "mixcert/batch/record.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace mixcert {
namespace {

using nlohmann::ordered_json;

constexpr const char* format = "mixcert-batch";

std::string numbered(std::size_t segment) {
  const std::string digits = std::to_string(segment);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::filesystem::path journal_file(const std::filesystem::path& folder) { return folder / "journal.jsonl"; }

std::string contents_of(const std::filesystem::path& file) {
  const input_file in(file);
  const std::vector<std::byte> bytes = in.read(0, in.size());
  return std::string(as_text(bytes));
}

std::string sum_of(std::string_view bytes) { return sha256_hex(std::as_bytes(std::span(bytes))); }

/// Makes the folder, in which a manifest tells whose it is.
const std::filesystem::path& prepared(const std::filesystem::path& folder, const batch_manifest& manifest,
                                      bool resume) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw input_error("-o " + folder.string() + ": is no folder and cannot be made one; name another");
  if (!std::filesystem::exists(manifest_file(folder))) {
    if (std::filesystem::exists(journal_file(folder)))
      throw input_error("-o " + folder.string() + ": has a journal and no manifest; name another folder");
    write_manifest(folder, manifest);
    return folder;
  }
  const batch_manifest there = read_manifest(folder);
  if (!resume)
    throw input_error("-o " + folder.string() +
                      ": holds a batch already; go on with it with --resume, or name another folder");
  require_same_job(there.job, manifest.job, true, folder.string());
  if (there.shard.part != manifest.shard.part || there.shard.of != manifest.shard.of ||
      there.certificates != manifest.certificates)
    throw input_error("-o " + folder.string() + ": is part " + std::to_string(there.shard.part) + '/' +
                      std::to_string(there.shard.of) + " with --certificates " + there.certificates +
                      "; resume it with the same, or name another folder");
  return folder;
}

ordered_json without_times(ordered_json job) {
  for (ordered_json& site : job.at("sites")) site.at("states").erase("modified");
  return job;
}

} // namespace

std::filesystem::path manifest_file(const std::filesystem::path& folder) { return folder / "manifest.json"; }
std::filesystem::path records_file(const std::filesystem::path& folder, std::size_t segment) {
  return folder / ("segment-" + numbered(segment) + ".jsonl");
}
std::filesystem::path rows_file(const std::filesystem::path& folder, std::size_t segment) {
  return folder / ("spectra-" + numbered(segment) + ".npy");
}
std::filesystem::path certificates_folder(const std::filesystem::path& folder) { return folder / "certificates"; }

batch_manifest read_manifest(const std::filesystem::path& folder) {
  const std::string file = manifest_file(folder).string();
  try {
    const ordered_json document = parse_strictly(contents_of(file));
    if (document.at("format") != format || document.at("version") != 1)
      throw input_error(file + ": is no manifest of a batch of version 1; name a folder that mixcert batch wrote");
    return {document.at("job").dump(),
            {document.at("shard").at(0), document.at("shard").at(1)},
            document.at("certificates")};
  } catch (const json_fault&) {
    throw input_error(file + ": is damaged: it is no JSON document");
  } catch (const nlohmann::json::exception&) {
    throw input_error(file + ": is no manifest of a batch; name a folder that mixcert batch wrote");
  }
}

void write_manifest(const std::filesystem::path& folder, const batch_manifest& manifest) {
  const ordered_json document = {{"format", format},
                                 {"version", 1},
                                 {"shard", {manifest.shard.part, manifest.shard.of}},
                                 {"certificates", manifest.certificates},
                                 {"job", ordered_json::parse(manifest.job)}};
  write_whole(manifest_file(folder), document.dump(1) + "\n");
}

void require_same_job(const std::string& one, const std::string& other, bool modified, const std::string& where) {
  ordered_json a = ordered_json::parse(one), b = ordered_json::parse(other);
  if (!modified) {
    a = without_times(std::move(a));
    b = without_times(std::move(b));
  }
  const auto differences = nlohmann::json::diff(nlohmann::json(a), nlohmann::json(b));
  if (differences.empty()) return;
  throw input_error(where + ": is of another job: " + printable(differences[0].at("path").get<std::string>()) +
                    " differs in manifest.json; use the same program and inputs, or another folder");
}

std::map<std::size_t, written_block> written_blocks(const std::filesystem::path& folder) {
  std::map<std::size_t, written_block> r;
  if (!std::filesystem::exists(journal_file(folder))) return r;
  for (written_block& block : parse_journal(contents_of(journal_file(folder))).blocks)
    r.insert_or_assign(block.block, std::move(block));
  return r;
}

std::optional<std::string> read_bytes(const std::filesystem::path& file, const written_bytes& at) {
  try {
    const input_file in(file);
    if (at.begin > in.size() || at.length > in.size() - at.begin) return std::nullopt;
    const std::vector<std::byte> bytes = in.read(at.begin, at.length);
    if (sha256_hex(bytes) != at.sha256) return std::nullopt;
    return std::string(as_text(bytes));
  } catch (const input_error&) {
    return std::nullopt;
  }
}

batch_directory::batch_directory(std::filesystem::path folder, const batch_manifest& manifest, const row_layout& layout,
                                 bool resume, std::size_t segment_bytes)
    : folder_(std::move(folder)), layout_(layout), segment_bytes_(segment_bytes),
      journal_(journal_file(prepared(folder_, manifest, resume))) {
  if (!journal_.lock())
    throw input_error("-o " + folder_.string() + ": another process is writing to it; wait, or name another folder");
  keep_whole_blocks();
  sync_folder(folder_);
}

void batch_directory::keep_whole_blocks() {
  const std::string text = contents_of(journal_file(folder_));
  std::string kept;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> ends; // of what is kept of each segment
  for (const written_block& block : parse_journal(text).blocks) {
    const auto lines = read_bytes(records_file(folder_, block.segment), block.records);
    if (!lines || is_worth_another_try(*lines) || !read_bytes(rows_file(folder_, block.segment), block.rows)) continue;
    kept += journal_line(block);
    mark_done(block.block);
    auto& [records, rows] = ends[block.segment];
    records = std::max(records, block.records.begin + block.records.length);
    rows = std::max(rows, block.rows.begin + block.rows.length);
  }
  if (kept != text) {
    journal_.overwrite(0, kept);
    journal_.truncate(kept.size());
    journal_.sync();
  }
  if (!ends.empty()) segment_ = ends.rbegin()->first;
  open_segment(segment_);
  files_->records.truncate(ends[segment_].first);
  files_->rows.truncate(std::max(npy_header_bytes, ends[segment_].second));
  put_header();
  for (std::size_t later = segment_ + 1;
       std::filesystem::remove(records_file(folder_, later)) || std::filesystem::remove(rows_file(folder_, later));
       ++later)
    ;
}

void batch_directory::open_segment(std::size_t segment) {
  segment_ = segment;
  files_ = segment_files{append_file(records_file(folder_, segment)), append_file(rows_file(folder_, segment))};
  if (files_->rows.size() == 0) files_->rows.append(npy_header_of(layout_, 0));
}

void batch_directory::mark_done(std::size_t block) {
  if (block >= done_.size()) done_.resize(block + 1);
  done_[block] = true;
}

void batch_directory::put_header() {
  files_->rows.overwrite(0, npy_header_of(layout_, (files_->rows.size() - npy_header_bytes) / layout_.bytes()));
}

void batch_directory::add(std::size_t block, const std::string& records, const std::string& rows) {
  if (files_->records.size() + files_->rows.size() > segment_bytes_) {
    commit();
    open_segment(segment_ + 1);
    sync_folder(folder_);
  }
  const written_block written{block,
                              segment_,
                              {files_->records.size(), records.size(), sum_of(records)},
                              {files_->rows.size(), rows.size(), sum_of(rows)}};
  files_->records.append(records);
  files_->rows.append(rows);
  uncommitted_ += journal_line(written);
  mark_done(block);
  if (std::chrono::steady_clock::now() - committed_ > std::chrono::milliseconds(250)) commit();
}

void batch_directory::commit() {
  if (!uncommitted_.empty()) {
    put_header();
    files_->records.sync();
    files_->rows.sync();
    journal_.append(uncommitted_);
    journal_.sync();
    uncommitted_.clear();
  }
  committed_ = std::chrono::steady_clock::now();
}

} // namespace mixcert
