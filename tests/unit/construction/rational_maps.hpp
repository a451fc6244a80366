// Maps X -> H(X) X and their Jacobians in exact fractions, at states where every root and softmax is one. Nothing of
// the library takes part but the input.
#pragma once

#include "mixcert/mixer/mixer.hpp"
#include "support/rational_matrix.hpp"

#include <string>

namespace mixcert::test {

/// J, n d x n d, of `static` (kind matrix), go-mhc, krom-go (two binary factors of s = 1), jpmhc, circulant, mhc-lite,
/// cayley (v = e_0) or balanced as docs/reference/mixers.md writes them, by dual numbers. Throws std::domain_error
/// where a root or a softmax is no fraction, std::invalid_argument for another mixer.
rational_matrix exact_jacobian(const std::string& mixer, const mixer_input& input);

} // namespace mixcert::test
