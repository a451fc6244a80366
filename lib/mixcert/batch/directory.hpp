// The folder that a batch writes: manifest, segments, journal.
#pragma once

#include "mixcert/batch/append_file.hpp"
#include "mixcert/batch/journal.hpp"
#include "mixcert/batch/row.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mixcert {

/// Part i of N of a batch: blocks k with k mod N = i - 1.
struct batch_shard {
  std::size_t part = 1, of = 1;                                             ///< part number `part`, from 1, of so many
  bool contains(std::size_t block) const { return block % of == part - 1; } ///< whether the block is of this part
};

/// What a batch's folder holds, and of which job.
struct batch_manifest {
  std::string job;          ///< batch_plan::description()
  batch_shard shard;        ///< which blocks
  std::string certificates; ///< "all", "worst:K" or "none"
};

/// Where the files of a batch are.
std::filesystem::path manifest_file(const std::filesystem::path& folder);
std::filesystem::path records_file(const std::filesystem::path& folder, std::size_t segment);
std::filesystem::path rows_file(const std::filesystem::path& folder, std::size_t segment);
std::filesystem::path certificates_folder(const std::filesystem::path& folder);

/// Throws input_error unless the folder has a manifest of this version.
batch_manifest read_manifest(const std::filesystem::path& folder);
/// Throws input_error where it cannot be written.
void write_manifest(const std::filesystem::path& folder, const batch_manifest& manifest);

/// Throws input_error, with the place where they differ, unless both are the same job. `modified` says whether times of
/// change count.
void require_same_job(const std::string& one, const std::string& other, bool modified, const std::string& where);

/// Blocks of a folder, the last one written of each, in their order. Their bytes are not read.
std::map<std::size_t, written_block> written_blocks(const std::filesystem::path& folder);
/// The bytes, or nothing where they are not there, or not those that were written.
std::optional<std::string> read_bytes(const std::filesystem::path& file, const written_bytes& at);

/// Writes blocks in any order. After a crash a folder holds, up to a torn tail that the next one cuts, whole blocks.
class batch_directory {
 public:
  /// Creates the folder, or with `resume` goes on with one of the same manifest, whose blocks are read and compared
  /// with their sums: damaged ones are not done, nor are those with a state that is worth another try, and the journal
  /// no longer names them. Throws input_error where there is another job, a job without `resume`,
  /// or another process at work. A new segment begins where one has more bytes than `segment_bytes`.
  batch_directory(std::filesystem::path folder, const batch_manifest& manifest, const row_layout& layout, bool resume,
                  std::size_t segment_bytes = std::size_t{1} << 30);

  const std::filesystem::path& path() const { return folder_; } ///< the folder
  /// Whether the journal has it.
  bool is_done(std::size_t block) const { return block < done_.size() && done_[block]; }

  /// Commits when the last time was more than a quarter of a second ago.
  void add(std::size_t block, const std::string& records, const std::string& rows);
  /// Makes all blocks last.
  void commit();

 private:
  struct segment_files {
    append_file records, rows;
  };

  void keep_whole_blocks();
  void open_segment(std::size_t segment);
  void put_header();
  void mark_done(std::size_t block);

  std::filesystem::path folder_;
  row_layout layout_;
  std::size_t segment_bytes_;
  append_file journal_;
  std::vector<bool> done_; ///< by block
  std::size_t segment_ = 0;
  std::optional<segment_files> files_;
  std::string uncommitted_;
  std::chrono::steady_clock::time_point committed_ = std::chrono::steady_clock::now();
};

} // namespace mixcert
