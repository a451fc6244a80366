// The singular values of a map's Jacobian, approximately: the reduction of a certificate in plain arithmetic.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// The approximate values of theorem T3 (a). Nothing bounds their distance from the true ones.
template <class S> struct estimated_spectrum {
  std::vector<std::size_t> stream_dimensions; ///< of the spaces S_k, by counting generators; n
  std::vector<S> core;                        ///< descending
  std::vector<S> frozen;                      ///< the o values of F, descending; value k is met width - q_k times
};

/// For float64 or quad. Throws not_certified when something overflows that arithmetic, or is undefined.
template <scalar S>
estimated_spectrum<S> estimate_spectrum(const context<S>& context, const feedback<S>& feedback, std::size_t width);

extern template estimated_spectrum<float64> estimate_spectrum(const context<float64>&, const feedback<float64>&,
                                                              std::size_t);
extern template estimated_spectrum<quad> estimate_spectrum(const context<quad>&, const feedback<quad>&, std::size_t);

} // namespace mixcert
