// Enclosures of all eigenvalues of a real square matrix.
#pragma once

#include "mixcert/scalar/complex_interval.hpp"
#include "mixcert/spectrum/schur.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// What is proved of an enclosed eigenvalue.
enum class eigenvalue_kind {
  real,      ///< all of the group are real: the imaginary part is {0}
  conjugate, ///< none is real; the conjugates of the group are as many further eigenvalues, in the mirror image
  mixed      ///< the group holds the conjugate of each of its members, and no more is known
};

/// Exactly `count` eigenvalues, counted with their algebraic multiplicity, lie in `value`.
struct eigenvalue_group {
  complex_interval value; ///< above the real axis when the kind is conjugate
  std::size_t count;      ///< how many eigenvalues the enclosure holds
  eigenvalue_kind kind;   ///< real, or not
};

/// Groups that hold the eigenvalues of each real matrix in H, by descending real part. The rectangles and the mirror
/// images of the conjugate ones are disjoint, so an eigenvalue belongs to one group only; the counts, those of
/// conjugate groups doubled, sum up to n. `bits` is the accuracy aimed at relative to the norm of H: simple eigenvalues
/// of point matrices are enclosed to about that times their condition number, an eigenvalue in a Jordan block of size k
/// to the k-th root. Theorem T16, with approximate eigenvectors of several degrees of independence; the result with the
/// smallest rectangles is returned. Throws input_error when H is not square, not_certified when an entry is unbounded
/// or no approximate eigenvectors could be verified.
std::vector<eigenvalue_group> enclose_eigenvalues(const matrix<mp_interval>& H, mpfr_prec_t bits);

/// The same from any approximate eigenvectors, which are taken as exact numbers, with the rounding errors of their
/// precision. A wrong guess gives wide rectangles. Requires guess.X and guess.values of the size of H. Throws
/// input_error and not_certified as above; the latter too when the columns of guess.X could not be shown to be
/// independent.
std::vector<eigenvalue_group> enclose_eigenvalues(const matrix<mp_interval>& H, const eigen_guess& guess);

} // namespace mixcert
