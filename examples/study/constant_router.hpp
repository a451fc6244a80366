// Mixers as functions of their logits alone.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mixcert::study {

/// A mixer of n streams whose weights on the state are all zero, so that its logits are the constants it is given.
class constant_router {
 public:
  /// One of mhc-flat, mhc-lite, kromhc, go-mhc, krom-go, ohc, circulant. Throws input_error for another, and where the
  /// mixer has no such number of streams or no such convention.
  constant_router(const std::string& mixer, std::size_t n, const std::map<std::string, std::string>& convention = {});

  std::size_t streams() const { return input_.state.rows(); }
  std::size_t logits() const { return input_.parameters.at(tensor_).size() - gates_; }

  /// H at these logits, and in `dH_dlogits` its derivative by them. Requires as many numbers as there are logits.
  template <scalar S> mixer_evaluation<S> evaluate(const context<S>& context, const std::vector<double>& logits) const {
    mixer_input input = input_;
    std::copy(logits.begin(), logits.end(),
              input.parameters[tensor_].end() - static_cast<std::ptrdiff_t>(logits.size()));
    return mixer_->evaluate(context, input);
  }

 private:
  const mixer* mixer_;
  mixer_input input_;
  std::string tensor_;    ///< its last entries are the logits
  std::size_t gates_ = 0; ///< how many come before them
};

} // namespace mixcert::study
