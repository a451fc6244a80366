// A matrix, or a ball of matrices, with the names of its data.
#pragma once

#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/io/matrix_source.hpp"
#include "mixcert/io/tensor.hpp"

#include <optional>

namespace mixcert {

/// What is asked for.
struct matrix_request {
  matrix_input input;                     ///< in numbers
  tensor_reference data;                  ///< the matrix's name
  std::optional<tensor_reference> radius; ///< the radii's name
};

/// The matrix, or the ball that its decimal entries are, or the one with these radii around it. Throws input_error for
/// radii that are not such (see require_radii), or around what is a ball already.
matrix_request request_of(const matrix_data& matrix, const std::optional<tensor>& radius);

/// With the names of the data.
matrix_certificate certify(const matrix_request& request, int digits);

} // namespace mixcert
