// Certificates of the singular values of one real matrix, or of every member of a ball of matrices.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include <optional>
#include <string>
#include <vector>

namespace mixcert {

/// Every matrix that differs from `values` by at most `radius` in each entry.
struct matrix_input {
  matrix<double> values; ///< the matrix, or the centre of the ball
  matrix<double> radius; ///< >= 0, of the same shape; empty (0 x 0) for the single matrix
};

/// Names the radii of a matrix whose entries are written as decimals.
inline constexpr const char* name_of_decimal_radii =
    "distance of the decimal entries from the nearest binary64 numbers";

/// The certificate of a matrix, or of a ball.
struct matrix_certificate {
  tensor_reference data;                  ///< the matrix
  std::optional<tensor_reference> radius; ///< the radii, of a ball
  std::size_t rows = 0, cols = 0;         ///< the shape

  std::vector<enclosure> spectrum; ///< min(rows, cols) values, descending, index by index
  std::vector<claim> claims;       ///< the proof, step by step
  producer made_by;                ///< the program
};

/// Encloses all singular values. With digits D >= 1 each enclosure has hi - lo <= 10^-D hi or hi <= 10^-D sigma_1, by
/// refining in more and more places (only for a single matrix; a ball is as wide as it is). Throws input_error for
/// digits beyond 100 and not_certified when something cannot be bounded, or not in binary64 when digits is at most 15.
matrix_certificate certify_matrix(const matrix_input& input, int digits);

/// The document, `"kind": "matrix"`.
std::string to_json(const matrix_certificate& certificate);

/// The certificate for people.
std::string summary(const matrix_certificate& certificate);

} // namespace mixcert
