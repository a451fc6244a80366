// Rotations of four streams by a pair of unit quaternions, routed by the whole state (mixer `ohc`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// n = 4. z, read and write as for `go-mhc`; a_res z W_res + b_res has 8 numbers, of which the first four, divided by
/// their norm, are the quaternion p and the last four q; H x = p x conj(q), stream 0 the real part: H = L(p) R(q) with
///   L(p) = [p0 -p1 -p2 -p3; p1 p0 -p3 p2; p2 p3 p0 -p1; p3 -p2 p1 p0],
///   R(q) = [q0 q1 q2 q3; -q1 q0 -q3 q2; -q2 q3 q0 -q1; -q3 -q2 q1 q0].
/// Orthogonal, of determinant 1: feedback of rank 6 - (4 - r)(3 - r)/2 at most with r = rank X (theorem T8). The
/// derivative is composed of six arrays, as p moves along p i, p j, p k only (theorem T20).
/// Generators: the rows of X or their differences from near ones. Arrays: `p i`, `p j`, `p k`, `q i`, `q j`, `q k`:
/// columns of W_res times norm.weight, combined (over a box of states `res[l]`, the columns); then `pre[i]`, `post[i]`;
/// those of zeros left out. `logits` are the 8 numbers in one row; `dH_dlogits` is 16 x 8. Throws input_error unless n
/// = 4 and norm_eps >= 0, and not_certified where a norm may be zero.
const mixer& ohc_mixer();

} // namespace mixcert
