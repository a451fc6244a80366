// Matrices with known values in every shape, and decompositions of them that are somewhat off.
#pragma once

#include "checks.hpp"

#include <random>

namespace mixcert::test {

/// The best approximation the tests have, with vectors and values off by about `size`.
inline svd_guess<mp_float> perturbed(const matrix<mp_float>& c, double size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> error(-size, size);
  svd_guess<mp_float> svd = refine_svd(c, matrix_bits - 16);
  for (auto* values : {&svd.U.values(), &svd.V.values()})
    for (mp_float& x : *values) x = x + mp_float(error(random), matrix_bits);
  return svd;
}

enum class shape { square, tall, wide };

/// Orthonormal columns of length 8.
inline rational_matrix four_columns() {
  const rational_matrix h = householder(8);
  rational_matrix columns = rational_zero(8, 4);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 4; ++j) columns(i, j) = h(i, j);
  return columns;
}

/// 4 x 4, 8 x 4 or 4 x 8 with these singular values, up to the rounding of its entries.
inline matrix<mp_float> with_four_values(const std::vector<mpq_class>& values, shape s) {
  const rational_matrix square = from_factors("", householder(4), values, hadamard(4)).A;
  return stored<mp_float>(s == shape::square ? square
                          : s == shape::tall ? times(four_columns(), square)
                                             : times(square, transpose(four_columns())),
                          matrix_bits);
}

} // namespace mixcert::test
