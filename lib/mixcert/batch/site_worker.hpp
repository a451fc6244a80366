// One thread's way from states to records.
#pragma once

#include "mixcert/batch/plan.hpp"
#include "mixcert/batch/record.hpp"
#include "mixcert/batch/site_spectra.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mixcert {

/// What the threads at work on a site share.
struct site_constants {
  std::vector<tensor> tensors;               ///< parameters, as they were read
  mixer_input input;                         ///< with a state of zeros
  std::unique_ptr<const site_spectra> lanes; ///< null where there is no fast path
};

/// The constants of sites, each for as long as a thread needs them. May be called from several threads.
class site_cache {
 public:
  /// Prepared when first asked for.
  explicit site_cache(const batch_plan& plan) : plan_(plan), sites_(plan.sites().size()) {}
  /// Throws input_error when the parameters cannot be read any more, or have changed.
  std::shared_ptr<const site_constants> get(std::size_t site);

 private:
  const batch_plan& plan_;
  std::mutex reading_;
  std::vector<std::weak_ptr<const site_constants>> sites_;
};

/// The certificate of state `k`, or the refusal in its place, in `folder`; false for a refusal. Throws input_error
/// where the state cannot be read or the file not be written.
bool write_certificate(const batch_site& site, std::size_t number, const site_constants& constants, std::size_t k,
                       const std::filesystem::path& folder);
/// Without its folder: site and state.
std::string certificate_name(const std::string& prefix, std::size_t site, std::size_t state);

/// Certifies states of one block after another.
class site_worker {
 public:
  /// `certificates`: the folder for those of all states, or empty for none.
  /// Of a thread.
  site_worker(const batch_plan& plan, site_cache& cache, std::filesystem::path certificates)
      : plan_(plan), cache_(cache), certificates_(std::move(certificates)) {}

  /// One record a state, in order; in lanes where that certifies, else by certify(). What cannot be read or certified
  /// has its reason. None of the results depends on other states. Nothing when `stop` was set meanwhile.
  std::optional<std::vector<state_record>> run(const state_block& block, const std::atomic<bool>& stop);

 private:
  void enter(std::size_t site);
  void run_lanes(std::vector<state_record>& records, const std::vector<tensor>& states);
  void certify_state(state_record& record, const tensor& state);

  const batch_plan& plan_;
  site_cache& cache_;
  std::filesystem::path certificates_;
  std::optional<std::size_t> site_;
  std::shared_ptr<const site_constants> constants_;
  std::unique_ptr<spectra_worker> lanes_;
};

} // namespace mixcert
