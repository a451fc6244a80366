// What plain floating-point arithmetic says of a spectrum, and how far that is from what is proved.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <string>
#include <vector>

namespace mixcert {

/// Numbers without a bound, each exactly what the arithmetic gave. They prove nothing.
struct estimate {
  certificate_subject subject;                    ///< the map and its data
  std::string arithmetic;                         ///< "float64" or "quad"
  int digits = 17;                                ///< decimals that tell its numbers apart
  matrix<mp_float> H;                             ///< the realised mixer
  std::string method;                             ///< of the core, as in a certificate
  std::vector<std::size_t> stream_dimensions;     ///< dimensions of the features' spaces
  std::vector<mp_float> core, frozen;             ///< singular values of the core, and of H, descending
  std::vector<spectrum_entry<mp_float>> spectrum; ///< descending
  mp_float norm, frozen_norm, mean_square, frozen_mean_square, smallest; ///< the headline numbers

  std::size_t outside = 0;      ///< how many singular values, by multiplicity, lie outside their certified enclosures
  double distance = 0;          ///< upper bound of the largest distance of a value from its enclosure
  double relative_distance = 0; ///< its quotient by the largest singular value, rounded up
};

/// The mixer, the derivative and the reduction in S, float64 or quad, by the templates that the certificate uses,
/// beside the certificate of the same input. Throws not_certified when something overflows S or is undefined in it.
template <scalar S>
estimate estimate_in(const context<S>& context, const mixer& mixer, const mixer_input& input, core_method method,
                     const certificate& certified);

extern template estimate estimate_in(const context<float64>&, const mixer&, const mixer_input&, core_method,
                                     const certificate&);
extern template estimate estimate_in(const context<quad>&, const mixer&, const mixer_input&, core_method,
                                     const certificate&);

/// The document, `"format": "mixcert-estimate"`: values, and never ends.
std::string to_json(const estimate& estimate);

/// The estimate for people.
std::string summary(const estimate& estimate);

} // namespace mixcert
