// Fixed-point matrices of many places as sums of matrices of small integers, whose products binary64 computes exactly.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Entry (i, j) is 2^exponent sum_k slices[k](i, j) 2^-(bits (k + 1)), the slices being integers of at most
/// 2^(bits - 1) + 1 in magnitude (theorem T22 d).
struct sliced_matrix {
  std::size_t rows, cols;             ///< the shape
  int bits;                           ///< between one slice and the next
  long exponent;                      ///< of two
  std::vector<matrix<double>> slices; ///< from the largest on
};

/// A result and an upper bound of how far it is from what it stands for, in the Frobenius norm.
struct sliced_result {
  sliced_matrix value; ///< the result
  double error;        ///< upper bound of its distance
};

/// How many bits slices may have so that the sum over an inner dimension, and over `pairs` of slices, stays exact.
int slice_bits(std::size_t inner, std::size_t pairs);

/// The first `count` slices of A, each entry of which must be at most 2^(exponent - 1) in magnitude; else the error is
/// inf. Without an error where A has no more places than they.
sliced_result sliced(const double_double_matrix& A, long exponent, int bits, std::size_t count);
sliced_result sliced(const matrix<double>& A, long exponent, int bits, std::size_t count);

/// Exact.
sliced_matrix transpose(const sliced_matrix& a);

/// A B, less what pairs of slices k, l with k + l > levels - 1 contribute, with levels + 1 slices; its exponent is the
/// sum of theirs. inf where an entry does not fit. Requires equal bits, as slice_bits allows them for A.cols and
/// `levels`.
sliced_result product(const sliced_matrix& a, const sliced_matrix& b, std::size_t levels);

/// A B^T, for matrices of double_double numbers, which are cut into `count` slices of some columns at a time. With
/// `upper` nothing is said of entries below the diagonal. Requires A.cols() == B.cols(), at most 2^14.
struct double_double_result {
  double_double_matrix value; ///< the product
  double error;               ///< Frobenius
};
/// A B^T, or only what is on and above the diagonal: of `count` slices of each.
double_double_result multiply_transposed(const double_double_matrix& A, const double_double_matrix& B,
                                         std::size_t count, bool upper = false);

/// A - B for equal shapes, bits and exponents, with as many slices as the longer one; these may be twice as large.
sliced_matrix difference(sliced_matrix a, const sliced_matrix& b);

/// A - I. Requires 2 <= exponent < bits.
sliced_matrix minus_identity(sliced_matrix a);

/// An upper bound of the Frobenius norm.
double frobenius_up(const sliced_matrix& a);

/// The entries, each to about 50 places of its own: a guess.
matrix<double> nearest(const sliced_matrix& a);
/// Each entry to 2^-100 of itself.
double_double_matrix to_double_double(const sliced_matrix& a);
/// One entry, exactly.
mp_float entry(const sliced_matrix& a, std::size_t i, std::size_t j);

} // namespace mixcert
