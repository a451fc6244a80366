// Chains of hyper-connection sites whose directional derivatives others computed to 42 digits.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

namespace mixcert::test {

/// Decimals of the image of the chain's direction.
struct deep_image {
  std::string log_norm, log_norm_ratio;
  std::vector<std::string> direction; ///< its first components, in row-major order
};

struct deep_chain {
  std::string name; ///< chain and arm
  std::vector<mixer_input> sites;
  matrix<double> direction;
  deep_image jvp, vjp;
};

/// Five chains of mixer hc in the shared folder, each with the residual maps and with the write gate.
std::vector<deep_chain> deep_chains();

} // namespace mixcert::test
