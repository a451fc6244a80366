// How far approximate singular vectors are from true ones.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/guess.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// Approximate singular vectors of an m x n map, of any length, and their value, taken as exact numbers.
struct singular_triple {
  std::vector<mp_float> left;  ///< m numbers
  mp_float value;              ///< approximate
  std::vector<mp_float> right; ///< n numbers
};

/// Triple k of a decomposition.
singular_triple triple_of(const svd_guess<mp_float>& svd, std::size_t k);

/// The vector as points held at `bits` places, or at its own where they are more.
std::vector<mp_interval> enclosed(const std::vector<mp_float>& x, mpfr_prec_t bits);

/// Upper bounds of the sines of the angles that the left and the right vector make with a space; absent where none
/// below 1 was proved.
struct angle_bounds {
  std::optional<double> left, right; ///< upper bounds of the sines
};

/// The angles between the vectors of a triple and the spaces of the left and right singular vectors of the `count`
/// largest singular values, in any choice of them: for count = 1 the angles with the lines of the first ones. `image`
/// encloses M right, `adjoint_image` encloses M^T left, and the i-th largest singular value of M lies in the i-th
/// enclosure of `spectrum` (entries expanded by multiplicity). What is bounded are the angles for every M of which
/// these hold (theorem T23). A bound needs a value above the (count + 1)-th singular value by more than the two
/// residuals M right - value left and M^T left - value right are long, about; nothing else is assumed of the triple.
/// Requires 1 <= count <= min(m, n), else std::invalid_argument, as when a length is wrong or the value negative.
angle_bounds bound_top_angles(const singular_triple& triple, const std::vector<mp_interval>& image,
                              const std::vector<mp_interval>& adjoint_image,
                              const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t count = 1);

/// The same for every member of a matrix, of whose members all the spectrum is one.
angle_bounds bound_top_angles(const singular_triple& triple, const matrix<mp_interval>& M,
                              const std::vector<spectrum_entry<mp_interval>>& spectrum, std::size_t count = 1);

} // namespace mixcert
