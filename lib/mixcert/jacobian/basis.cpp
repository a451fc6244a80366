#include "mixcert/jacobian/basis.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/directed.hpp"

#include <limits>

namespace mixcert {
namespace {

/// Approximate Cholesky factor of K; the row of a pivot below 2^-witness of its diagonal entry is left zero.
matrix<mp_float> guess_factor(const mp_interval_matrix& K, const precision& precision, bool& complete) {
  const std::size_t p = K.rows();
  const mp_float zero(precision.working);
  matrix<mp_float> R(p, p, zero);
  complete = true;
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = i; j < p; ++j) {
      mp_float schur = midpoint(K(i, j), precision.working);
      for (std::size_t k = 0; k < i; ++k) add_product(schur, -R(k, i), R(k, j));
      if (i != j) {
        if (mpfr_zero_p(R(i, i).get()) == 0) R(i, j) = schur / R(i, i);
        continue;
      }
      const mp_float floor = scaled(midpoint(K(i, i), precision.working), -static_cast<long>(precision.witness));
      if (mpfr_greater_p(schur.get(), floor.get()) != 0)
        mpfr_sqrt(R(i, i).get(), schur.get(), MPFR_RNDN);
      else
        complete = false;
    }
  return R;
}

/// R^-T D for upper triangular R with non-zero diagonal, by forward substitution in intervals.
mp_interval_matrix solve_transposed(const mp_interval_matrix& R, mp_interval_matrix D) {
  for (std::size_t i = 0; i < D.rows(); ++i)
    for (std::size_t j = 0; j < D.cols(); ++j) {
      for (std::size_t k = 0; k < i; ++k) D(i, j) -= R(k, i) * D(k, j);
      D(i, j) = D(i, j) / R(i, i);
    }
  return D;
}

} // namespace

triangular_basis certify_basis(const mp_interval_matrix& K, const precision& precision) {
  for (const mp_interval& x : K.values())
    if (!is_finite(x)) throw not_certified("an inner product of generators could not be bounded");
  bool complete = false;
  triangular_basis basis{guess_factor(K, precision, complete), {}, {}};
  basis.R = map(basis.R, [&](const mp_float& x) { return rounded_to_grid(x, -static_cast<long>(precision.basis)); });
  const mp_interval_matrix R = enclose(basis.R, precision.working);
  const mp_interval_matrix D = subtract(K, multiply(transpose(R), R));
  // ||D||_tr <= sqrt(p) ||D||_F
  basis.t = mul_up(sqrt_up(static_cast<double>(K.rows())), frobenius_up(D));
  if (complete) {
    const double phi = frobenius_up(solve_transposed(R, transpose(solve_transposed(R, D))));
    if (phi < 0.5 && !(mul_up(phi, frobenius_up(R)) > sqrt_up(*basis.t))) { // what each moves the generators by
      basis.phi = phi;
      basis.t.reset();
      return basis;
    }
  }
  if (!(*basis.t < std::numeric_limits<double>::infinity()))
    throw not_certified("no orthonormal basis of the generators could be verified");
  return basis;
}

triangular_basis standard_basis(std::size_t d, const precision& precision) {
  matrix<mp_float> identity(d, d, mp_float(precision.working));
  for (std::size_t i = 0; i < d; ++i) identity(i, i) = constant_like(identity(i, i), 1);
  return {std::move(identity), 0.0, {}};
}

} // namespace mixcert
