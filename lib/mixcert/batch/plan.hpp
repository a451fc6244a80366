// Which states of which sites a batch goes through, in which order.
#pragma once

#include "mixcert/batch/job.hpp"
#include "mixcert/batch/row.hpp"
#include "mixcert/batch/state_blocks.hpp"
#include "mixcert/certificate/certificate.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/state_array.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mixcert {

/// One site of a batch, with its states.
struct batch_site {
  std::string prefix;                           ///< of its tensors
  const mixer* family;                          ///< its mixer
  mixer_convention convention;                  ///< complete
  std::shared_ptr<const checkpoint> parameters; ///< where its tensors are
  state_array states;                           ///< of all its states
  std::vector<tensor_reference> references;     ///< of the parameters
  std::size_t rank_at_most;                     ///< of the feedback, at every state
};

/// All sites in the job's order, and of each its states in order, in blocks of so many.
class batch_plan {
 public:
  /// Reads the parameters of all sites and the shapes of all states. `block`: its length, or 0 for 256 where all
  /// entries have a fast path, else 16. `hash`: records have the SHA-256 of their states. Throws input_error for
  /// whatever is wrong before a state is read.
  batch_plan(const std::vector<batch_entry>& entries, std::size_t block, bool hash);

  const std::vector<batch_site>& sites() const { return sites_; } ///< in the order of the job
  const row_layout& layout() const { return layout_; }            ///< of the rows that are written
  bool hash() const { return hash_; }                             ///< whether states are hashed
  const state_blocks& blocks() const { return *blocks_; }         ///< which states are done together
  /// The job as a JSON text: what its records depend on, with sizes and times of change of the files of states.
  std::string description() const;

 private:
  std::size_t block_;
  bool hash_;
  std::vector<batch_site> sites_;
  std::optional<state_blocks> blocks_;
  row_layout layout_{0};
};

} // namespace mixcert
