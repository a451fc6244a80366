// How the read and write gates of a site distribute their weight over the streams (Ma et al., "How mHC uses its
// streams", section 3.1, for gates that are not negative).
#pragma once

#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// p_j = |h_j| / sum_k |h_k| for the gates h of one token; of gates that are not negative, their shares. Not bounded,
/// in rational a std::domain_error, where all gates may be zero.
template <field S> std::vector<S> routing_load(const context<S>& numbers, const std::vector<S>& gates);

/// The mean over tokens, stream by stream. Requires loads of equal length, at least one.
template <field S> std::vector<S> mean_load(const context<S>& numbers, const std::vector<std::vector<S>>& loads);

/// The load-effective stream count 1 / sum_j p_j^2: 1 where one stream carries all, n where all carry the same.
template <field S> S effective_streams(const context<S>& numbers, const std::vector<S>& load);

/// The stream whose value is above, or below, that of every other one; none where that is not certain, as with two
/// equal ones.
template <field S> std::optional<std::size_t> highest_stream(const std::vector<S>& values);
template <field S> std::optional<std::size_t> lowest_stream(const std::vector<S>& values);

/// Of the tokens of a sequence, how many have the winner that most of them have. A token's winner is the stream of its
/// highest load, if that is above 0; where that is not certain it may be any that the load of no other certainly
/// exceeds, so that the number is known up to bounds, whichever of equal streams is called the winner. The only stream
/// of a token whose gate may be 0 may have won it, or none.
struct winner_count {
  std::size_t at_least = 0, at_most = 0; ///< how many tokens have the commonest winner
  std::size_t tokens = 0;                ///< of the sequence
  std::optional<std::size_t> winner;     ///< the stream that most tokens have, if that is certain

  bool operator==(const winner_count&) const = default; ///< all three
};

/// Requires loads of equal length.
template <field S> winner_count count_winners(const std::vector<std::vector<S>>& loads);

} // namespace mixcert
