// Directional derivatives of maps one after the other, and their adjoints.
#pragma once

#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace mixcert {

/// Maps of n streams to n, each at a state of its own: number 0 comes first, and P is the product of their Jacobians,
/// J_{length-1} ... J_0. `feedback_of(context, l)` encloses J_l; it is called for one map after the other, again for
/// each precision.
struct map_chain {
  std::size_t length; ///< how many maps
  /// Of map number l, at that precision.
  std::function<feedback<mp_interval>(const context<mp_interval>&, std::size_t)> feedback_of;
};

/// Of one mixer's residual maps, or maps with the write gate, as each input says. The inputs are complete, without
/// radii, and outlive the chain, as the mixer does.
map_chain chain_of(const mixer& mixer, const std::vector<mixer_input>& inputs);
map_chain chain_of(const mixer& mixer, std::vector<mixer_input>&& inputs) = delete;

/// What is asked of an enclosure, and how many binary places may be used for it.
struct chain_accuracy {
  double width = 0x1p-128;               ///< of logarithms and of each component of the direction, at most
  mpfr_prec_t first = 256, most = 16384; ///< places to begin with, and at most
};

/// The image v of a direction Z, as enclosures.
struct chain_image {
  mp_interval log_norm;          ///< the natural logarithm of |v|, the 2-norm
  mp_interval log_gain;          ///< log |v| - log |Z|_F
  matrix<mp_interval> direction; ///< v / |v|, n x d
  mpfr_prec_t bits;              ///< the binary places they were computed with
};

/// v = P vec Z for exact Z, n x d, with places doubled from `first` on until everything is as narrow as asked. Between
/// maps the array is multiplied by an exact power of two, so that nothing overflows or underflows at any length.
/// Theorem T1 (h) for each map. One map's feedback is held at a time; the cost of a precision is that of evaluating
/// each map once and of its directional_derivative.
///
/// Throws input_error when Z is zero or not finite; not_certified when v is zero, the width is not reached with `most`
/// places, or a mixer does not know its derivative; std::invalid_argument when a map is not one of n streams of d
/// features to n.
chain_image chain_derivative(const map_chain& chain, const matrix<double>& Z, const chain_accuracy& accuracy = {});

/// v = P^T vec Z, likewise.
chain_image chain_adjoint_derivative(const map_chain& chain, const matrix<double>& Z,
                                     const chain_accuracy& accuracy = {});

} // namespace mixcert
