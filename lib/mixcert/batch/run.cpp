#include "mixcert/batch/run.hpp"

#include "mixcert/batch/merge.hpp"
#include "mixcert/batch/site_worker.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mixcert {
namespace {

class pool {
 public:
  pool(const batch_plan& plan, batch_directory& directory, const batch_options& options, const std::atomic<bool>& stop,
       const std::function<void(const batch_progress&)>& report)
      : plan_(plan), directory_(directory), options_(options), stop_(stop), report_(report), cache_(plan) {
    for (std::size_t k = 0; k < plan.blocks().size(); ++k)
      if (options.shard.contains(k)) {
        progress_.total += plan.blocks()[k].count;
        if (directory.is_done(k))
          progress_.done += plan.blocks()[k].count;
        else
          left_.push_back(k);
      }
  }

  bool run() {
    {
      std::vector<std::jthread> threads;
      const std::size_t count = std::min(options_.threads, left_.size());
      for (std::size_t t = 1; t < count; ++t) threads.emplace_back([this] { work(); });
      if (count > 0) work();
    }
    if (failed_) std::rethrow_exception(failed_);
    directory_.commit();
    return progress_.done == progress_.total;
  }

 private:
  void work() {
    try {
      site_worker worker(plan_, cache_,
                         options_.all_certificates ? certificates_folder(directory_.path()) : std::filesystem::path());
      while (!stop_ && !broken_) {
        const std::size_t next = next_++;
        if (next >= left_.size()) return;
        const state_block block = plan_.blocks()[left_[next]];
        const auto records = worker.run(block, stop_);
        if (records) write(left_[next], block, *records);
      }
    } catch (...) {
      const std::lock_guard lock(writing_);
      if (!failed_) failed_ = std::current_exception();
      broken_ = true;
    }
  }

  void write(std::size_t k, const state_block& block, const std::vector<state_record>& records) {
    std::string lines, rows;
    for (const state_record& record : records) {
      lines += line_of(record, plan_.sites()[block.site].prefix);
      append_row(plan_.layout(), row_of(record), rows);
    }
    const std::lock_guard lock(writing_);
    directory_.add(k, lines, rows);
    progress_.done += block.count;
    progress_.here += block.count;
    report_(progress_);
  }

  const batch_plan& plan_;
  batch_directory& directory_;
  const batch_options& options_;
  const std::atomic<bool>& stop_;
  const std::function<void(const batch_progress&)>& report_;
  site_cache cache_;
  std::vector<std::size_t> left_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> broken_ = false;
  std::mutex writing_;
  batch_progress progress_{};
  std::exception_ptr failed_;
};

} // namespace

bool run_batch(const batch_plan& plan, batch_directory& directory, const batch_options& options,
               const std::atomic<bool>& stop, const std::function<void(const batch_progress&)>& report) {
  if (options.all_certificates) std::filesystem::create_directories(certificates_folder(directory.path()));
  return pool(plan, directory, options, stop, report).run();
}

bool write_worst_certificates(const batch_plan& plan, const batch_directory& directory, std::size_t most,
                              const std::atomic<bool>& stop) {
  const std::filesystem::path folder = certificates_folder(directory.path());
  std::filesystem::create_directories(folder);
  site_cache cache(plan);
  for (const ratio_at_state& at : summary_of_folder(directory.path(), most).worst) {
    if (stop) return false;
    const batch_site& site = plan.sites()[at.site];
    if (!std::filesystem::exists(folder / certificate_name(site.prefix, at.site, at.state)))
      write_certificate(site, at.site, *cache.get(at.site), at.state, folder);
  }
  return true;
}

} // namespace mixcert
