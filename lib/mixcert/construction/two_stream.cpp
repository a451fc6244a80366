#include "mixcert/construction/two_stream.hpp"

namespace mixcert {
namespace {

const expression& gain() {
  static const expression K = expression::parameter("K");
  return K;
}

/// r^2 = m^2 + delta^2 + epsilon at m = 0, delta = 1.
expression squared_radius() { return 1 + expression::parameter("epsilon"); }

} // namespace

closed_form two_stream_form() {
  return {.name = "two-stream",
          .theorem = "T10",
          .parameters = {{"K", "gain of the router, any real number"},
                         {"epsilon", "constant below the router's root, greater than -1"}},
          .singular_values = {{sqrt(1 + pown(gain(), 2) / squared_radius()), 1}, {0, 1}}};
}

expression_matrix two_stream_jacobian() {
  const expression g = gain() / sqrt(squared_radius());
  return expression(rational(1, 2)) * expression_matrix(2, 2, {1 + g, 1 + g, 1 - g, 1 - g});
}

} // namespace mixcert
