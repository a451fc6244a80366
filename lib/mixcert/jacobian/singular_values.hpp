// The singular values of a map's Jacobian, enclosed: the reduction of a certificate without its document.
#pragma once

#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// All o * width values of J = F kron I + A B, descending: the i-th largest lies in the i-th enclosure, entries
/// expanded by multiplicity (theorem T3 d). The generators have `width` entries; F is o x n with 1 <= o <= n. Throws
/// not_certified when a step could not be bounded.
std::vector<spectrum_entry<mp_interval>> enclose_spectrum(const feedback<mp_interval>& feedback, std::size_t width,
                                                          const precision& places);

} // namespace mixcert
