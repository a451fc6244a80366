#include "mixcert/certificate/checker/fixed_matrix.hpp"

#include "mixcert/certificate/checker/singular_values.hpp"

namespace mixcert::checker {
namespace {

fixed_matrix::entry dot(const fixed_matrix::entry* a, const fixed_matrix::entry* b, std::size_t count) {
  product_sum<fixed_matrix::limbs> sum;
  sum.add(a, b, count);
  return sum.rounded();
}

/// The root of a sum of squares in last places.
interval root_of_squares(const integer& squares, mpfr_prec_t bits) {
  const rational unit = last_place(fixed_matrix::limbs);
  return root(rational(squares) * unit * unit, bits);
}

} // namespace

fixed_matrix times_transposed(const fixed_matrix& A, const fixed_matrix& B) {
  fixed_matrix r(A.order);
  for (std::size_t i = 0; i < A.order; ++i)
    for (std::size_t j = 0; j < A.order; ++j) r(i, j) = dot(A.row(i), B.row(j), A.order);
  return r;
}

fixed_matrix gram(const fixed_matrix& A) {
  fixed_matrix r(A.order);
  for (std::size_t i = 0; i < A.order; ++i)
    for (std::size_t j = 0; j <= i; ++j) r(i, j) = r(j, i) = dot(A.row(i), A.row(j), A.order);
  return r;
}

fixed_matrix transpose(const fixed_matrix& A) {
  fixed_matrix r(A.order);
  for (std::size_t i = 0; i < A.order; ++i)
    for (std::size_t j = 0; j < A.order; ++j) r(j, i) = A(i, j);
  return r;
}

void add(fixed_matrix& A, const fixed_matrix& B) {
  for (std::size_t k = 0; k < A.entries.size(); ++k)
    A.entries[k] = fixed_from<fixed_matrix::limbs>(in_last_places(A.entries[k]) + in_last_places(B.entries[k]));
}

interval distance_from_scalar(const fixed_matrix& A, long shift, mpfr_prec_t bits) {
  const integer one = integer(shift) << (limb_bits * fixed_matrix::limbs);
  integer squares;
  for (std::size_t i = 0; i < A.order; ++i)
    for (std::size_t j = 0; j < A.order; ++j) {
      integer x = in_last_places(A(i, j));
      if (i == j) x -= one;
      squares += x * x;
    }
  return root_of_squares(squares, bits);
}

interval norm_off_diagonal(const fixed_matrix& A, mpfr_prec_t bits) {
  integer squares;
  for (std::size_t i = 0; i < A.order; ++i)
    for (std::size_t j = 0; j < A.order; ++j) {
      if (i == j) continue;
      const integer x = in_last_places(A(i, j));
      squares += x * x;
    }
  return root_of_squares(squares, bits);
}

} // namespace mixcert::checker
