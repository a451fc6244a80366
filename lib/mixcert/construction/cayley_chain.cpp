#include "mixcert/construction/cayley_chain.hpp"

namespace mixcert {
namespace {

/// I + gain b b^T.
expression_matrix stretched(const expression& gain, const expression_matrix& b) {
  return expression_identity(b.rows()) + gain * (b * transpose(b));
}

} // namespace

closed_form cayley_chain_form() {
  const expression K = expression::parameter("K"), d = expression::parameter("d");
  return {.name = "cayley",
          .theorem = "T11",
          .parameters = {{"K", "gain of the router, any real number"},
                         {"L", "number of layers, a whole number of at least 0"},
                         {"d", "width, a whole number of at least 1"}},
          .singular_values = {{pown(abs(1 + K), "L"), 1}, {1, 3 * d - 1}}};
}

expression_matrix cayley_direction(const expression_matrix& v) {
  const expression length = sqrt(expression(6));
  return kronecker(expression_matrix(3, 1, {1 / length, 1 / length, -2 / length}), v);
}

expression_matrix cayley_jacobian(const expression_matrix& v) {
  return stretched(expression::parameter("K"), cayley_direction(v));
}

expression_matrix cayley_chain_jacobian(const expression_matrix& v) {
  return stretched(pown(1 + expression::parameter("K"), "L") - 1, cayley_direction(v));
}

} // namespace mixcert
