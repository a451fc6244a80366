#include "mixcert/spectrum/dense_spectrum.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <cmath>
#include <limits>

namespace mixcert {
namespace {

double_double nearest_double_double(const mp_float& x) {
  const double high = to_double(x);
  return {high, to_double(x - mp_float(high, x.bits()))};
}

/// diag(sigma) V^T.
struct scaled_vectors {
  sliced_result slices;
  double error; ///< of the numbers that were cut, Frobenius
};

/// sigma and V as double_double numbers, multiplied as such.
scaled_vectors scale_rows(const sliced_matrix& V, const std::vector<mp_float>& sigma, const slicing& s) {
  const std::size_t n = sigma.size();
  const double_double_matrix numbers = to_double_double(V);
  double_double_matrix W(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double_double factor = nearest_double_double(sigma[i]);
    for (std::size_t j = 0; j < n; ++j) {
      const double_double v = numbers(j, i);
      detail::lanes_of_double_double<double> sum{0, 0};
      detail::add_product(sum, {factor.high, factor.low}, {v.high, v.low});
      W.high(i, j) = sum.high;
      W.low(i, j) = sum.low;
    }
  }
  const double relative = 0x1p-99; // of sigma, V and the product: less than 2^-101 (theorem T22 d)
  return {sliced(W, 1, s.bits, s.levels), add_up(mul_up(relative, frobenius_up(W)), 0x1p-1000)};
}

double orthogonality(const sliced_matrix& U, std::size_t levels) {
  const sliced_result gram = product(transpose(U), U, levels);
  return add_up(frobenius_up(minus_identity(gram.value)), gram.error);
}

} // namespace

std::vector<mp_interval> enclose_dense_spectrum(const double_double_matrix& A, double distance, mpfr_prec_t bits) {
  const std::size_t n = A.rows();
  const double norm = frobenius_up(A);
  if (norm == 0) return std::vector<mp_interval>(n, hull(mp_interval(0, bits), mp_interval(distance, bits)));
  if (!(norm <= 1)) throw not_certified("a matrix could not be computed");
  const slicing s = slicing_for(n);
  const sliced_result slices = sliced(A, 2, s.bits, s.levels);
  return enclose_dense_spectrum(slices, refine_svd(A, slices.value, s), s, distance, bits);
}

std::vector<mp_interval> enclose_dense_spectrum(const sliced_result& slices, const sliced_svd& svd, const slicing& s,
                                                double distance, mpfr_prec_t bits) {
  const double f = orthogonality(svd.V, s.levels), g = orthogonality(svd.U, s.levels);
  const scaled_vectors W = scale_rows(svd.V, svd.sigma, s);
  const sliced_result near = product(svd.U, W.slices.value, s.levels);
  // ||U|| <= sqrt(1 + g)
  const double of_W = mul_up(sqrt_up(add_up(1, g)), add_up(W.error, W.slices.error));
  const double residual =
      add_up(add_up(frobenius_up(difference(near.value, slices.value)), near.error), add_up(of_W, slices.error));
  return enclose_singular_values(svd_guess<mp_float>{{}, svd.sigma, {}}, {g, f, residual}, distance, bits);
}

} // namespace mixcert
