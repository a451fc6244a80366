// completed: an orthonormal basis that begins with the columns it was given.
#include "mixcert/spectrum/complete.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <tuple>

using mixcert::add_product;
using mixcert::matrix;
using mixcert::mp_float;
using mixcert::quad;
using mixcert::to_double;
using std::sqrt;

namespace {

template <class T> T number(double x);
template <> double number(double x) { return x; }
template <> quad number(double x) { return quad(x); }
template <> mp_float number(double x) { return {x, 200}; }

template <class T> double off_identity(const matrix<T>& A) {
  double worst = 0;
  for (std::size_t j = 0; j < A.cols(); ++j)
    for (std::size_t k = 0; k < A.cols(); ++k) {
      T sum = number<T>(j == k ? -1 : 0);
      for (std::size_t i = 0; i < A.rows(); ++i) add_product(sum, A(i, j), A(i, k));
      worst = std::max(worst, std::fabs(to_double(sum)));
    }
  return worst;
}

} // namespace

BOOST_AUTO_TEST_SUITE(complete)

using numbers = std::tuple<double, quad, mp_float>;

BOOST_AUTO_TEST_CASE_TEMPLATE(columns_are_orthonormal, T, numbers) {
  for (const std::size_t n : {1, 2, 3, 5, 8})
    for (int kind = 0; kind < 3; ++kind) {
      matrix<T> V(n, 1, number<T>(0));
      for (std::size_t i = 0; i < n; ++i) {
        const double entry = kind == 0 ? 1 : kind == 1 ? std::ldexp(1.0, -static_cast<int>(10 * i)) : i + 1 == n;
        V(i, 0) = number<T>(entry);
      }
      T square = number<T>(0);
      for (std::size_t i = 0; i < n; ++i) add_product(square, V(i, 0), V(i, 0));
      for (std::size_t i = 0; i < n; ++i) V(i, 0) = V(i, 0) / sqrt(square);
      const matrix<T> A = mixcert::completed(V);
      BOOST_TEST((A.rows() == n && A.cols() == n));
      for (std::size_t i = 0; i < n; ++i) BOOST_TEST(to_double(A(i, 0) - V(i, 0)) == 0);
      BOOST_TEST(off_identity(A) <= 0x1p-48);
    }
}

BOOST_AUTO_TEST_CASE(a_square_matrix_is_complete) {
  const matrix<double> V(2, 2, {0.0, 3.0, 1.0, 0.5});
  BOOST_TEST((mixcert::completed(V).values() == V.values()));
}

BOOST_AUTO_TEST_SUITE_END()
