#include "mixcert/batch/run.hpp"

#include "mixcert/batch/merge.hpp"
#include "mixcert/batch/site_worker.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace mixcert {
namespace {

class pool {
 public:
  pool(const batch_plan& plan, batch_directory& directory, const batch_options& options, block_source& source,
       const std::atomic<bool>& stop, const std::function<void(std::size_t)>& report)
      : plan_(plan), directory_(directory), options_(options), source_(source), stop_(stop), report_(report),
        cache_(plan) {}

  bool run() {
    {
      std::vector<std::jthread> threads;
      for (std::size_t t = 1; t < options_.threads; ++t) threads.emplace_back([this] { work(); });
      work();
    }
    if (failed_) std::rethrow_exception(failed_);
    directory_.commit();
    return !left_;
  }

 private:
  void work() {
    try {
      site_worker worker(plan_, cache_,
                         options_.all_certificates ? certificates_folder(directory_.path()) : std::filesystem::path());
      while (!stop_ && !broken_) {
        const std::optional<std::size_t> next = source_.next();
        if (!next) return;
        const state_block block = plan_.blocks()[*next];
        const auto records = worker.run(block, stop_);
        if (records) write(*next, block, *records);
      }
      left_ = true;
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
    report_(block.count);
  }

  const batch_plan& plan_;
  batch_directory& directory_;
  const batch_options& options_;
  block_source& source_;
  const std::atomic<bool>& stop_;
  const std::function<void(std::size_t)>& report_;
  site_cache cache_;
  std::atomic<bool> broken_ = false, left_ = false;
  std::mutex writing_;
  std::exception_ptr failed_;
};

} // namespace

bool run_batch(const batch_plan& plan, batch_directory& directory, const batch_options& options, block_source& source,
               const std::atomic<bool>& stop, const std::function<void(std::size_t)>& report) {
  if (options.all_certificates) std::filesystem::create_directories(certificates_folder(directory.path()));
  return pool(plan, directory, options, source, stop, report).run();
}

bool write_worst_certificates(const batch_plan& plan, const std::vector<std::filesystem::path>& parts, std::size_t most,
                              const std::atomic<bool>& stop) {
  const std::filesystem::path folder = certificates_folder(parts.front());
  std::filesystem::create_directories(folder);
  site_cache cache(plan);
  for (const ratio_at_state& at : summary_of_parts(parts, most).worst) {
    if (stop) return false;
    const batch_site& site = plan.sites()[at.site];
    const std::string name = certificate_name(site.prefix, at.site, at.state);
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const auto& part) { return std::filesystem::exists(certificates_folder(part) / name); }))
      write_certificate(site, at.site, *cache.get(at.site), at.state, folder);
  }
  return true;
}

} // namespace mixcert
