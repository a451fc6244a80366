#include "mixcert/batch/site_spectra.hpp"

#include "mixcert/batch/hc_spectra.hpp"
#include "mixcert/batch/mhc_spectra.hpp"

namespace mixcert {

std::unique_ptr<const site_spectra> fast_spectra(const mixer& mixer, const mixer_input& site) {
  if (site.read || site.branch_output || !site.state_radius.values().empty()) return nullptr;
  if (mixer.name() == "hc") return hc_spectra(hc_site_of(site));
  if (mixer.name() == "mhc-v4") return mhc_spectra(mhc_v4_site_of(site), site.state.rows());
  return nullptr;
}

} // namespace mixcert
