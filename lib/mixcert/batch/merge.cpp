#include "mixcert/batch/merge.hpp"

#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/site_worker.hpp"
#include "mixcert/batch/state_blocks.hpp"
#include "mixcert/error.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace mixcert {
namespace {

using nlohmann::ordered_json;

/// What a manifest says of the job's states.
struct described_job {
  row_layout layout;
  std::vector<std::string> prefixes;
  state_blocks blocks;
};

described_job described(const batch_manifest& manifest, const std::filesystem::path& folder) {
  try {
    const ordered_json job = ordered_json::parse(manifest.job);
    std::vector<std::string> prefixes;
    std::vector<std::size_t> counts;
    for (const ordered_json& site : job.at("sites")) {
      prefixes.push_back(site.at("site"));
      counts.push_back(site.at("states").at("count"));
    }
    const std::size_t length = job.at("block");
    if (length == 0) throw input_error(manifest_file(folder).string() + ": is damaged: blocks have no states");
    return {{job.at("values")}, std::move(prefixes), state_blocks(counts, length)};
  } catch (const nlohmann::json::exception&) {
    throw input_error(manifest_file(folder).string() + ": is damaged: the job is not complete");
  }
}

/// A folder that holds a block, and where.
struct source {
  const std::filesystem::path* folder;
  written_block at;
};

class merger {
 public:
  merger(const std::vector<std::filesystem::path>& folders, std::filesystem::path output)
      : folders_(folders), output_(std::move(output)), manifest_(read_manifest(folders.front())),
        job_(described(manifest_, folders.front())) {
    for (const std::filesystem::path& folder : folders_) {
      const batch_manifest manifest = read_manifest(folder);
      require_same_job(manifest.job, manifest_.job, false, folder.string());
      if (manifest.certificates != manifest_.certificates)
        throw input_error(folder.string() + ": has --certificates " + manifest.certificates + ", and " +
                          folders_.front().string() + " has " + manifest_.certificates + "; they must be the same");
      for (const auto& [k, block] : written_blocks(folder))
        if (k < job_.blocks.size()) sources_.emplace(k, source{&folder, block});
    }
    require_complete();
    require_empty();
  }

  batch_summary merge(std::size_t worst) {
    std::vector<std::vector<row_extent>> rows(job_.prefixes.size());
    const std::filesystem::path records_path = output_ / "records.jsonl", rows_path = output_ / "spectra.npy";
    {
      append_file records(records_path), spectra(rows_path);
      spectra.append(npy_header_of(job_.layout, 0));
      std::size_t count = 0;
      for (std::size_t k = 0; k < job_.blocks.size(); ++k) {
        const auto [lines, spectrum] = bytes_of(k);
        const state_block block = job_.blocks[k];
        rows[block.site].push_back({rows_path, spectra.size(), spectrum.size()});
        records.append(lines);
        spectra.append(spectrum);
        count += block.count;
      }
      spectra.overwrite(0, npy_header_of(job_.layout, count));
      records.sync();
      spectra.sync();
    }
    copy_certificates(rows);
    write_whole(manifest_file(output_), merged_manifest());
    return summarise(job_.layout, job_.prefixes, rows, worst);
  }

 private:
  void require_complete() const {
    std::size_t missing = 0;
    for (std::size_t k = 0; k < job_.blocks.size(); ++k)
      if (!sources_.contains(k)) missing += job_.blocks[k].count;
    if (missing > 0)
      throw input_error("merge: " + std::to_string(missing) +
                        " states are in none of the folders; name all parts, and finish them with batch --resume");
  }

  void require_empty() const {
    std::error_code error;
    std::filesystem::create_directories(output_, error);
    if (error || !std::filesystem::is_directory(output_) || !std::filesystem::is_empty(output_))
      throw input_error("-o " + output_.string() + ": is no empty folder and cannot be made one; name another");
  }

  std::pair<std::string, std::string> bytes_of(std::size_t k) const {
    const auto [first, last] = sources_.equal_range(k);
    for (auto at = first; at != last; ++at) {
      const auto& [folder, block] = at->second;
      auto lines = read_bytes(records_file(*folder, block.segment), block.records);
      auto rows = read_bytes(rows_file(*folder, block.segment), block.rows);
      if (lines && rows && rows->size() == job_.blocks[k].count * job_.layout.bytes())
        return {std::move(*lines), std::move(*rows)};
    }
    throw input_error(first->second.folder->string() + ": block " + std::to_string(k) +
                      " is damaged; do it again with batch --resume");
  }

  void copy_certificates(const std::vector<std::vector<row_extent>>& rows) const {
    if (manifest_.certificates == "none") return;
    std::filesystem::create_directories(certificates_folder(output_));
    if (manifest_.certificates == "all") {
      for (const std::filesystem::path& folder : folders_)
        if (std::filesystem::exists(certificates_folder(folder)))
          for (const auto& file : std::filesystem::directory_iterator(certificates_folder(folder)))
            if (file.path().extension() == ".json") copy(file.path());
      return;
    }
    for (const ratio_at_state& at : summarise(job_.layout, job_.prefixes, rows, worst_of(manifest_.certificates)).worst)
      copy_from_any(certificate_name(job_.prefixes[at.site], at.site, at.state));
  }

  static std::size_t worst_of(const std::string& certificates) {
    std::size_t most = 0;
    const std::size_t colon = std::min(certificates.find(':'), certificates.size() - 1);
    std::from_chars(certificates.data() + colon + 1, certificates.data() + certificates.size(), most);
    return most;
  }

  void copy_from_any(const std::string& name) const {
    for (const std::filesystem::path& folder : folders_)
      if (const std::filesystem::path file = certificates_folder(folder) / name; std::filesystem::exists(file))
        return copy(file);
    throw input_error("merge: the certificate " + name + " is in none of the folders; finish them with batch --resume");
  }

  void copy(const std::filesystem::path& file) const {
    std::error_code error;
    std::filesystem::copy_file(file, certificates_folder(output_) / file.filename(),
                               std::filesystem::copy_options::overwrite_existing, error);
    if (error) throw input_error(file.string() + ": cannot be copied to " + output_.string() + ": " + error.message());
  }

  std::string merged_manifest() const {
    ordered_json job = ordered_json::parse(manifest_.job);
    job.erase("block");
    for (ordered_json& site : job.at("sites")) site.at("states").erase("modified");
    const ordered_json document = {{"format", "mixcert-batch-merged"},
                                   {"version", 1},
                                   {"certificates", manifest_.certificates},
                                   {"job", std::move(job)}};
    return document.dump(1) + "\n";
  }

  const std::vector<std::filesystem::path>& folders_;
  std::filesystem::path output_;
  batch_manifest manifest_;
  described_job job_;
  std::multimap<std::size_t, source> sources_;
};

} // namespace

batch_summary summary_of_parts(const std::vector<std::filesystem::path>& folders, std::size_t worst) {
  const described_job job = described(read_manifest(folders.front()), folders.front());
  std::map<std::size_t, source> sources;
  for (const std::filesystem::path& folder : folders)
    for (const auto& [k, block] : written_blocks(folder)) sources.emplace(k, source{&folder, block});
  std::vector<std::vector<row_extent>> rows(job.prefixes.size());
  for (const auto& [k, found] : sources)
    if (k < job.blocks.size())
      rows[job.blocks[k].site].push_back(
          {rows_file(*found.folder, found.at.segment), found.at.rows.begin, found.at.rows.length});
  return summarise(job.layout, job.prefixes, rows, worst);
}

batch_summary merge_batches(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& output,
                            std::size_t worst) {
  return merger(folders, output).merge(worst);
}

} // namespace mixcert
