// Products of a factored product of Jacobians with vectors, in binary64: guesses.
#pragma once

#include "mixcert/jacobian/factor_chain.hpp"

#include <vector>

namespace mixcert {

class chain_map {
 public:
  explicit chain_map(const factor_chain& chain);
  /// (M kron I + (I kron X^T) T R) z and its transpose.
  std::vector<double> times(const std::vector<double>& z) const;
  std::vector<double> transposed_times(const std::vector<double>& y) const;
  std::size_t order() const { return frozen_.rows() * chain_.sources.cols(); }

 private:
  const factor_chain& chain_;
  matrix<double> frozen_;
};

} // namespace mixcert
