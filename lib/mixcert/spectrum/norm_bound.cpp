#include "mixcert/spectrum/norm_bound.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/integer_product.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/spectrum/detail/eigen_svd.hpp"

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// L^T for L L^T about square I - gram, or nothing.
matrix<double> guess_factor(const matrix<double>& gram, double square) {
  const auto n = static_cast<Eigen::Index>(gram.rows());
  using symmetric = Eigen::Map<const Eigen::MatrixXd>;
  Eigen::MatrixXd W = -symmetric(gram.values().data(), n, n);
  W.diagonal().array() += square;
  const Eigen::LLT<Eigen::MatrixXd> llt(W);
  if (llt.info() != Eigen::Success) return {};
  return detail::from_eigen(Eigen::MatrixXd(llt.matrixU()));
}

/// An upper bound of ||square I - W||_F.
double distance_from_multiple_of_identity(const matrix<double>& W, double square) {
  double squares = 0;
  for (std::size_t i = 0; i < W.rows(); ++i)
    for (std::size_t j = 0; j < W.cols(); ++j) {
      const double x = W(i, j), entry = i == j ? std::max(sub_up(square, x), sub_up(x, square)) : std::fabs(x);
      squares = add_up(squares, mul_up(entry, entry));
    }
  return sqrt_up(squares);
}

} // namespace

double norm_up_by_factor(const matrix<double>& B, double square) {
  matrix<double> gram(B.rows(), B.rows(), 0.0);
  add_integer_product(gram, transpose(B), B); // not of integers: a guess
  const matrix<double> upper = guess_factor(gram, square);
  return upper.rows() == B.rows() ? norm_up_by_factor(B, square, upper) : infinity;
}

double norm_up_by_factor(const matrix<double>& B, double square, const matrix<double>& upper) {
  const std::size_t n = B.rows();
  matrix<double> W(n, n, 0.0);
  add_integer_product(W, transpose(B), B); // not of integers: rounded, in no particular order
  add_integer_product(W, transpose(upper), upper);
  const double of_B = frobenius_up(B), of_factor = frobenius_up(upper);
  const double squares = add_up(mul_up(of_B, of_B), mul_up(of_factor, of_factor));
  constexpr double underflow = 0x1p-1000;
  const double rounding = add_up(mul_up(gamma_up(2 * n, 0x1p-53), squares), underflow);
  const double bound = sqrt_up(add_up(square, add_up(distance_from_multiple_of_identity(W, square), rounding)));
  return bound < infinity ? bound : infinity;
}

} // namespace mixcert
