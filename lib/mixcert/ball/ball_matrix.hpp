// A matrix known up to a Frobenius-norm radius, and products of such matrices in round-to-nearest arithmetic.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// Every real matrix M with ||M - midpoint||_F <= radius. A radius of inf says nothing; it is never NaN. Entries of
/// mp_float may have precisions of their own. A radius is a binary64 number, and so are the norms it is made of: from
/// 2^1024 on they are inf, and below 2^-1074 they count as that much. So the radius of a product of p-place numbers is
/// a relative bound only while norms are above 2^-1074 and their products above 2^(p-1074); scale by powers of two.
template <class T> struct ball_matrix {
  matrix<T> midpoint; ///< the centre
  double radius = 0;  ///< in the Frobenius norm
};

/// An upper bound of ||A||_F; inf if an entry is not finite. Instantiated for double, mp_float and mp_interval (where
/// it bounds the norm of every member); all below for double and mp_float.
template <class T> double frobenius_up(const matrix<T>& a);

/// An upper bound of ||M||_F over the ball.
template <class T> double frobenius_up(const ball_matrix<T>& a);

/// An upper bound of gamma_k = k u / (1 - k u); inf unless k u <= 1/2.
double gamma_up(std::size_t k, double unit_roundoff);

/// {M N}: M in A, N in B. Requires A.cols == B.rows; exactly 0 when that is 0. Dot products are evaluated left to right
/// in the most precise format among the entries of both. Radius by theorem T7 (c), underflow included:
/// gamma_k ||A|| ||B|| + k eta sqrt(m n) + r ||B|| + s ||A|| + r s, u being that of the format.
template <class T> ball_matrix<T> product(const ball_matrix<T>& a, const ball_matrix<T>& b);

/// {M - N}: M in A, N in B, equal shapes. Radius by theorem T7 (d): u ||A - B|| + eta sqrt(m n) + r + s, u being that
/// of the least precise entry of the result.
template <class T> ball_matrix<T> difference(const ball_matrix<T>& a, const ball_matrix<T>& b);

/// {V^T V - I}: V in the ball; exactly -I when V has no rows. Radii as of the product and the difference.
template <class T> ball_matrix<T> orthogonality_defect(const ball_matrix<T>& v);

/// {M D}: M in A, for a diagonal D with an entry for each column, each product rounded once. Radius by theorem T7 (b):
/// u ||A|| max |d| + eta sqrt(m n) + r max |d|, u being that of the least precise entry of the result.
template <class T> ball_matrix<T> product_with_diagonal(const ball_matrix<T>& a, const std::vector<T>& diagonal);

extern template double frobenius_up(const matrix<double>&);
extern template double frobenius_up(const matrix<mp_float>&);
extern template double frobenius_up(const matrix<mp_interval>&);
extern template double frobenius_up(const ball_matrix<double>&);
extern template double frobenius_up(const ball_matrix<mp_float>&);
extern template ball_matrix<double> product(const ball_matrix<double>&, const ball_matrix<double>&);
extern template ball_matrix<mp_float> product(const ball_matrix<mp_float>&, const ball_matrix<mp_float>&);
extern template ball_matrix<double> difference(const ball_matrix<double>&, const ball_matrix<double>&);
extern template ball_matrix<mp_float> difference(const ball_matrix<mp_float>&, const ball_matrix<mp_float>&);
extern template ball_matrix<double> orthogonality_defect(const ball_matrix<double>&);
extern template ball_matrix<mp_float> orthogonality_defect(const ball_matrix<mp_float>&);
extern template ball_matrix<double> product_with_diagonal(const ball_matrix<double>&, const std::vector<double>&);
extern template ball_matrix<mp_float> product_with_diagonal(const ball_matrix<mp_float>&, const std::vector<mp_float>&);

} // namespace mixcert
