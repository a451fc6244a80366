// The same reductions in plain binary64, values only: what certification is compared with. Nothing here is certified.
#pragma once

#include "mixcert/mixer/hc.hpp"
#include "mixcert/mixer/mhc_v4.hpp"
#include "mixcert/spectrum/detail/near_diagonal.hpp"

#include <memory>
#include <span>
#include <vector>

namespace mixcert::bench {

/// The core's singular values of one state after the other, with the library's own rotations.
class plain_spectra {
 public:
  virtual ~plain_spectra() = default;
  /// n x d numbers. The span stands until the next call.
  virtual std::span<const double> values(const double* X) = 0;
};

std::unique_ptr<plain_spectra> plain_hc(const hc_site& site);
std::unique_ptr<plain_spectra> plain_mhc(const mhc_v4_site& site, std::size_t n);

} // namespace mixcert::bench
