// Headline numbers, each one formula of the enclosed spectra.
#pragma once

#include "mixcert/certificate/certificate.hpp"

namespace mixcert {

/// From the spectrum of J (n d values by multiplicity, d = width) and the n values of the frozen mixer, both
/// descending. norm = sigma_1, smallest = sigma_nd, mean_square = sum of squares / count, the ratios actual / frozen.
/// The rank of the feedback is at least what interlacing leaves (sigma_{i+r}(H kron I) <= sigma_i(J) <= sigma_{i-r}(H
/// kron I) for rank r); rank_at_most and its theorem are left for the caller. Stored with
/// `digits` digits as stored_enclosure does. Requires non-empty spectra.
certified_quantities quantities_of(const std::vector<spectrum_entry<enclosure>>& spectrum,
                                   const std::vector<enclosure>& frozen, std::size_t width, int digits = 0);

/// A lower bound of the rank of the feedback, by counting values of J certainly above or below those of H kron I.
template <class Enclosure>
std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<Enclosure>>& spectrum,
                                   const std::vector<Enclosure>& frozen, std::size_t width);

extern template std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<enclosure>>&,
                                                   const std::vector<enclosure>&, std::size_t);
extern template std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<interval>>&,
                                                   const std::vector<interval>&, std::size_t);

} // namespace mixcert
