// The fast path of the mixer `hc`.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/mixer/hc.hpp"

namespace mixcert {

/// Null where 2 n generators do not fit in d features, or n > 8. Theorem T28 (c). The lanes, which the processor has to
/// have, change no more than the last places.
std::unique_ptr<const site_spectra> hc_spectra(const hc_site& site, lane_width lanes = widest_lanes());

} // namespace mixcert
