// A matrix known up to a Frobenius-norm radius, and products of such matrices in round-to-nearest arithmetic.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// Every real matrix M with ||M - midpoint||_F <= radius. A radius of inf says nothing; it is never NaN.
template <class T> struct ball_matrix {
  matrix<T> midpoint;
  double radius = 0;
};

/// An upper bound of ||A||_F; inf if an entry is not finite. Instantiated for double, mp_float and mp_interval (where
/// it bounds the norm of every member); all below for double and mp_float.
template <class T> double frobenius_up(const matrix<T>& a);

/// An upper bound of ||M||_F over the ball.
template <class T> double frobenius_up(const ball_matrix<T>& a);

/// An upper bound of gamma_k = k u / (1 - k u); inf unless k u <= 1/2.
double gamma_up(std::size_t k, double unit_roundoff);

/// {M N}: M in A, N in B. Requires A.cols == B.rows >= 1 or an empty result, and one format throughout; dot products
/// are evaluated in T, left to right. Radius by theorem T7 (c), underflow included.
template <class T> ball_matrix<T> product(const ball_matrix<T>& a, const ball_matrix<T>& b);

/// {M - N}: M in A, N in B, equal shapes. Radius by theorem T7 (d).
template <class T> ball_matrix<T> difference(const ball_matrix<T>& a, const ball_matrix<T>& b);

/// {V^T V - I}: V in the ball. Requires V to have a row, or no columns.
template <class T> ball_matrix<T> orthogonality_defect(const ball_matrix<T>& v);

/// A D for a diagonal D, each entry rounded once.
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
