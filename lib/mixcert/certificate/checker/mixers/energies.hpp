// Kronecker products of energies of the blocks of rotations: `go-mhc`, `krom-go`.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

constexpr std::size_t most_rotated = 64;

/// A factor of f rows out of a rotation of f s. Requires f s <= most_rotated.
struct energy_factor {
  std::size_t f, s;
};

/// H = U_1 x ... x U_K for factors whose sizes multiply to n.
equations block_energies(const site& at, const std::vector<energy_factor>& factors, mpfr_prec_t bits);

} // namespace mixcert::checker
