// What replacing a map by another does to its certified quantities.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// The spectrum of a site, or of a product of sites, whose derivatives of the router are stopped: J becomes F kron I
/// with `width` features, for F the frozen matrix of its feedback, o x n with 1 <= o <= n. Enclosures of the o values
/// of F, descending, `width` times each, index by index for every member of F (theorems T5 and T6). Throws
/// not_certified when F is unbounded or its values could not be verified.
std::vector<spectrum_entry<mp_interval>> frozen_spectrum(const matrix<mp_interval>& F, std::size_t width,
                                                         const precision& places);

/// From a map `before` to a map `after`: enclosures of differences, after less before, and of ratios, after over
/// before, which are absent when the divisor may be zero. Norms are spectral; mean squares are those of the singular
/// values. From the frozen map to the actual one the ratios are the actual/frozen ones; the other way round all is what
/// stopping the derivatives does.
struct spectral_change {
  mp_interval norm, mean_square;                            ///< of the frozen map
  std::optional<mp_interval> norm_ratio, mean_square_ratio; ///< true over frozen, where the latter is not zero
};

/// From two spectra as those of spectral_quantities.hpp. Throws std::invalid_argument unless both have as many values,
/// and at least one.
spectral_change change_of_spectrum(const std::vector<spectrum_entry<mp_interval>>& before,
                                   const std::vector<spectrum_entry<mp_interval>>& after);

} // namespace mixcert
