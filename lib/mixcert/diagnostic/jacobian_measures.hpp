// Everything that is measured on the Jacobian of a residual map at a state, by name.
#pragma once

#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/diagnostic/spectral_quantities.hpp"
#include "mixcert/diagnostic/top_direction.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// Of J = D(H(X) X), n d x n d, and of H kron I_d, which it is when the derivative of the router is stopped.
struct jacobian_measures {
  std::vector<spectrum_entry<mp_interval>> spectrum; ///< of J
  std::vector<mp_interval> frozen;                   ///< the n singular values of H, descending
  std::vector<measure> values;                       ///< of both; not bounded where they may not exist
  std::vector<measure> stopped;                      ///< some of `values`, with H kron I_d in place of J
  std::size_t rank_at_most = 0;                      ///< of J - H kron I_d (theorem T8)
  std::vector<enclosed_count> at_least;              ///< how many singular values of J each threshold does not exceed
  std::optional<top_direction> direction; ///< in binary64; absent where J is of more than most_directions rows, or
                                          ///< either angle has no bound
};

/// Beyond so many rows of J no direction is looked for.
inline constexpr std::size_t most_directions = 4096;

/// At the state of `input`, which is that of a residual map at one state; `evaluation` is the mixer's there. Singular
/// values have relative room of 2^-98 on either side, so that who knows them less well can confirm what they are
/// counted and combined to. Throws not_certified when H is unbounded or its spectrum or that of J could not be
/// verified.
jacobian_measures measures_of_jacobian(const mixer& mixer, const mixer_input& input,
                                       mixer_evaluation<mp_interval> evaluation,
                                       const std::vector<mp_interval>& thresholds, const precision& places);

} // namespace mixcert
