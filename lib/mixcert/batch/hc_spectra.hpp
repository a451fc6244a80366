// The fast path of the mixer `hc`.
#pragma once

#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/mixer/hc.hpp"

namespace mixcert {

/// Null where 2 n generators do not fit in d features, or n > 8.
std::unique_ptr<const site_spectra> hc_spectra(const hc_site& site);

} // namespace mixcert
