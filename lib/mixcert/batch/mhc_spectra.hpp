// The fast path of the mixer `mhc-v4`.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/mixer/mhc_v4.hpp"

namespace mixcert {

/// For n streams of d features. Null where n^2 generators do not fit in d features, n > 4, or n < 2. Theorem T28 (d).
/// The lanes, which the processor has to have, change no more than the last places.
std::unique_ptr<const site_spectra> mhc_spectra(const mhc_v4_site& site, std::size_t n,
                                                lane_width lanes = widest_lanes());

} // namespace mixcert
