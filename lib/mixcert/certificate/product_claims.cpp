#include "mixcert/certificate/product_claims.hpp"

namespace mixcert {

std::vector<claim> product_claims(const std::string& of_norms, const std::string& of_values) {
  return {{.id = "C1",
           .type = "data",
           .theorem = "",
           .says = "Parameters, states, branch outputs and constants are exactly the real numbers named in `subject`."},
          {.id = "C2",
           .type = "frozen",
           .theorem = "T5",
           .says = "`frozen_spectrum` encloses the singular values of H_L ... H_1, the mixing matrices at the states.",
           .uses = {"C1"}},
          {.id = "C3",
           .type = "local",
           .theorem = of_norms,
           .says = "The Jacobian of site l has a norm of at most entry l of `local.norms_at_most`; their product is at "
                   "most `local.product_at_most`, which bounds the norm of P but is not it.",
           .uses = {"C1"}},
          {.id = "C4",
           .type = "product",
           .theorem = of_values,
           .says = "The i-th singular value of P = J_L ... J_1 lies in the i-th enclosure of `spectrum`.",
           .uses = {"C1"}},
          {.id = "C5",
           .type = "derived",
           .theorem = "",
           .says = "`quantities`: norm and smallest are the ends of `spectrum`; mean squares are sums of squares by "
                   "their number; ratios are quotients.",
           .uses = {"C2", "C4"}}};
}

claim direction_claim(const product_direction& direction) {
  const std::string image = direction.transposed ? "P^T z" : "P z";
  std::string says = "For z the direction of `direction`, ln ||" + image + "|| lies in `log_norm` and ||" + image +
                     "||/||z|| in `gain`; " + image + " divided by its length is within `distance` of `image`";
  if (direction.gain_over_norm) says += "; `gain_over_norm` is `gain` by the norm, at most 1";
  if (direction.sine)
    says += "; `sine` bounds the sines of the angles of z and of `image` with first singular vectors of P (T23)";
  return {.id = "C6", .type = "direction", .theorem = "T1", .says = says + '.', .uses = {"C1", "C4"}};
}

} // namespace mixcert
