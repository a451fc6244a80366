// Two streams that are mixed uniformly, and whose Jacobian is as large as one likes (theorem T10).
#pragma once

#include "mixcert/construction/closed_form.hpp"
#include "mixcert/expression/expression_matrix.hpp"

namespace mixcert {

/// The two values of J at X = (1, -1)^T: sqrt(1 + K^2 / (1 + epsilon)) and 0. Parameters K, epsilon > -1.
closed_form two_stream_form();

/// J at X = (1, -1)^T, 2 x 2, in the same parameters.
expression_matrix two_stream_jacobian();

} // namespace mixcert
