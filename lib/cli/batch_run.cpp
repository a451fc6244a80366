#include "batch_run.hpp"

#include "progress.hpp"
#include "stop_signals.hpp"

#include "mixcert/batch/merge.hpp"
#include "mixcert/batch/parts.hpp"
#include "mixcert/batch/plan.hpp"
#include "mixcert/batch/run.hpp"
#include "mixcert/error.hpp"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <optional>

namespace mixcert::cli {
namespace {

constexpr int interrupted = 130;
constexpr int some_failed = 3;

class batch_on_ranks {
 public:
  batch_on_ranks(const batch_request& request, ranks& processes) : request_(request), processes_(processes) {}

  int run() {
    processes_.together([&] { plan_.emplace(request_.entries, request_.block, request_.hash); });
    require_same_job();
    processes_.together([&] {
      if (is_first()) require_kind_of_output();
    });
    processes_.together([&] { open_folders(); });
    processes_.unite(done_);
    processes_.together([&] { work(); });
    int status = 0;
    processes_.together([&] {
      if (is_first()) status = finish();
    });
    return status;
  }

 private:
  bool is_first() const { return processes_.rank() == 0; }

  void require_same_job() {
    const std::string job = plan_->description();
    const bool same = processes_.agree(job + request_.certificates + request_.output.string());
    processes_.together([&] {
      if (!same)
        throw input_error(
            "the processes do not have the same job: options, program, parameters and the files of states "
            "with their times of change must be the same for all of them");
    });
  }

  /// Ranks have folders in the output; one process has the output, unless ranks have begun there.
  void require_kind_of_output() {
    const bool by_ranks = !rank_folders(request_.output).empty();
    if (by_ranks && !request_.resume)
      throw input_error("-o " + request_.output.string() +
                        ": holds a batch already; go on with it with --resume, or name another folder");
    if (processes_.size() > 1 && std::filesystem::exists(manifest_file(request_.output)))
      throw input_error("-o " + request_.output.string() +
                        ": holds the batch of one process; go on with it without mpirun, or name another folder");
  }

  void open_folders() {
    const batch_manifest manifest{plan_->description(), request_.shard, request_.certificates};
    done_.resize(plan_->blocks().size());
    const bool by_ranks = processes_.size() > 1 || !rank_folders(request_.output).empty();
    directory_.emplace(by_ranks ? rank_folder(request_.output, processes_.rank()) : request_.output, manifest,
                       plan_->layout(), request_.resume);
    add_done(*directory_);
    // Each of the folders that more processes have left is seen to by one.
    const std::vector<std::filesystem::path> others = rank_folders(request_.output, processes_.size());
    for (std::size_t i = processes_.rank(); i < others.size(); i += processes_.size())
      add_done(batch_directory(others[i], manifest, plan_->layout(), true));
  }

  void add_done(const batch_directory& directory) {
    for (std::size_t k = 0; k < done_.size(); ++k)
      if (directory.is_done(k)) done_[k] = true;
  }

  void work() {
    std::vector<std::size_t> left;
    std::size_t done = 0, here = 0, total = 0;
    for (std::size_t k = 0; k < done_.size(); ++k) {
      if (!request_.shard.contains(k)) continue;
      total += plan_->blocks()[k].count;
      if (done_[k])
        done += plan_->blocks()[k].count;
      else
        left.push_back(k);
    }
    const batch_options options{.threads = request_.threads, .all_certificates = request_.certificates == "all"};
    progress_line line(request_.quiet || processes_.size() > 1);
    processes_.share(std::move(left), [&](block_source& source) {
      return run_batch(*plan_, *directory_, options, source, stop_, [&](std::size_t states) {
        done += states;
        here += states;
        line.show(done, total, here);
      });
    });
  }

  bool is_complete(const std::vector<std::filesystem::path>& parts) const {
    std::vector<bool> written(done_.size());
    for (const std::filesystem::path& part : parts)
      for (const auto& [k, block] : written_blocks(part))
        if (k < written.size()) written[k] = true;
    for (std::size_t k = 0; k < written.size(); ++k)
      if (request_.shard.contains(k) && !written[k]) return false;
    return true;
  }

  int finish() {
    const std::vector<std::filesystem::path> parts = parts_of(request_.output);
    bool complete = is_complete(parts);
    if (complete && request_.worst_certificates > 0)
      complete = write_worst_certificates(*plan_, parts, request_.worst_certificates, stop_);
    if (!complete) {
      std::cerr << "mixcert: stopped; what is done is in " << request_.output.string() << ", and --resume goes on\n";
      return interrupted;
    }
    const batch_summary summary = summary_of_parts(parts, request_.worst);
    if (request_.json)
      std::cout << json_of(summary);
    else if (!request_.quiet)
      std::cout << text_of(summary);
    return std::any_of(summary.sites.begin(), summary.sites.end(), [](const auto& site) { return site.failed > 0; })
               ? some_failed
               : 0;
  }

  const batch_request& request_;
  ranks& processes_;
  const std::atomic<bool>& stop_ = stop_signals();
  std::optional<batch_plan> plan_;
  std::optional<batch_directory> directory_;
  std::vector<bool> done_; ///< by block, by any rank
};

} // namespace

int run_batch_request(const batch_request& request, ranks& processes) {
  return batch_on_ranks(request, processes).run();
}

} // namespace mixcert::cli
