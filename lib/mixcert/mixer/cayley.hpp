// Three streams, rotated about their mean: a layer of the construction of theorem T11 (mixer `cayley`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// n = 3, u_0 = (1, 1, 1)/sqrt 3, u_1 = (1, -1, 0)/sqrt 2, u_2 = (1, 1, -2)/sqrt 6, w = v/||v|| for the tensor v,
///   a = (K/2) u_2^T X w / ||X||_F,  H = u_0 u_0^T + c (u_1 u_1^T + u_2 u_2^T) + s (u_2 u_1^T - u_1 u_2^T)
/// with c = (1 - a^2)/(1 + a^2), s = 2 a/(1 + a^2). K is a constant of the convention; there are no gates: read and
/// write are zero. Where u_2^T X v is exactly zero, as at X = (v, -v, 0), H is exactly the identity. A multiple of X
/// has the same H and the same Jacobian: that of the fixed state u_1 w^T is met at (v, -v, 0), whose entries are
/// binary64 numbers. Orthogonal, and keeps the mean of the streams: feedback of rank 1 at most, 0 where the streams are
/// equal (theorem T8). Generators: the rows of X or their differences from near ones, and `v`. `logits` is a;
/// `dH_dlogits` is 9 x 1. Throws input_error unless n = 3 and v is not zero, and not_certified where the state may be
/// zero.
const mixer& cayley_mixer();

} // namespace mixcert
