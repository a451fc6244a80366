// Kronecker products of block energies of orthogonal matrices (mixer `krom-go`).
#pragma once

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// n = f_1 f_2 ... f_K (`factors` 2x3; binary: all f_k = 2), and s_1, ..., s_K (`s` 2,1; one number: for all). z, read
/// and write as for `go-mhc`, and p = a_res z W_res + b_res has f_k s_k (f_k s_k - 1) / 2 numbers for each factor in
/// turn; U_k is the H of `go-mhc` for those and s_k, and H = U_1 kron ... kron U_K (the first factor's index is the
/// most significant). Doubly stochastic. Feedback of rank at most the sum over the factors of the lesser of (f_k - 1)^2
/// and the number of parameters, and at most (n - 1) times the rank of the differences of X's rows (theorem T8).
/// Generators, arrays (`factor k...`), logits and errors as for `go-mhc`; f_k s_k <= 64.
const mixer& krom_go_mixer();

} // namespace mixcert
