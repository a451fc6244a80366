// What a mixer that is routed by the mean of its streams must do to the norm of its Jacobian.
#pragma once

#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

#include <cstddef>

namespace mixcert {

/// Blocks of J = D(H(X) X) at one state, in the splitting of R^{n x d} into range P, the states with equal rows, and
/// range Q, those whose rows sum to zero: P averages the streams, Q = I - P. Norms are spectral.
struct channel_blocks {
  mp_interval mean;        ///< encloses the least singular value of PJP on range P
  mp_interval cross;       ///< encloses ||QJP||
  mp_interval differences; ///< encloses ||QJQ||
  mp_interval gain;        ///< encloses sqrt(mean^2 + cross^2), which ||J|| is not less than
};

/// For a mixer whose equations make the columns of H sum to one: J = [I 0; B C], with `mean` exactly 1, B = QJP of norm
/// `cross`, C = QJQ of norm `differences`, and sqrt(1 + ||B||^2) <= ||J|| (theorem T9 b). Where they make its rows sum
/// to one too, B is exactly zero at streams that are all equal. For the residual map at one state: input_error with
/// radii or for another map. Throws input_error, with the mixer's name, when its columns are not known to be exact,
/// however near to one they are at this state; and not_certified when something could not be bounded.
channel_blocks conserved_channel(const mixer& mixer, const mixer_input& input, const precision& places = {});

/// The same for any mixer, as with a finite Sinkhorn iteration: nothing is taken as conserved (theorem T9 c).
channel_blocks mean_channel(const mixer& mixer, const mixer_input& input, const precision& places = {});

/// The same for the J of any feedback of n streams to n, such as that of a product of sites or of the map with the
/// write gate; `width` is d. Every member is meant. Throws std::invalid_argument for another number of outputs, and
/// not_certified as above.
channel_blocks mean_channel(const feedback<mp_interval>& J, std::size_t width, const precision& places = {});

/// The gain alone, for the J of the residual map of a mixer of which `known` is true: that of (b) where the columns of
/// H sum to one, else of (c). Throws as mean_channel.
mp_interval channel_gain(const feedback<mp_interval>& J, const mixer_invariants& known, std::size_t width,
                         const precision& places = {});

} // namespace mixcert
