// Realised maps and gates as interventions replace them, to be measured as they are themselves.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// Gates of which k are kept, times what preserves the sum of their absolute values.
template <class S> struct kept_gates {
  std::vector<std::size_t> kept; ///< ascending
  S scale;                       ///< sum_j |h_j| / sum_kept |h_j|, at least 1
  std::vector<S> gates;          ///< scale h_j for the kept, 0 for the others
};

/// Scale-preserving top-k of the n gates h of one token: the k largest in absolute value (for gates that are not
/// negative, those of Zhao et al., arXiv 2609.05309, equations 10 and 11). None where it is not certain which these
/// are. Requires 1 <= k <= n, else std::invalid_argument; the scale is not bounded, in rational a std::domain_error,
/// where all kept gates may be zero.
template <field S>
std::optional<kept_gates<S>> top_k(const context<S>& numbers, const std::vector<S>& gates, std::size_t k);

/// The entrywise mean of maps of one shape, such as those of all tokens at a site. Requires at least one.
template <field S> matrix<S> mean_map(const context<S>& numbers, const std::vector<matrix<S>>& maps);

} // namespace mixcert
