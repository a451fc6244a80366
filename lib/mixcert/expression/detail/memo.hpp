// A function of expressions that computes shared parts once.
#pragma once

#include "mixcert/expression/expression.hpp"

#include <unordered_map>
#include <utility>

namespace mixcert {

/// Keeps the values of `compute`, which is called with an expression and asks the memo for those of its operands.
template <class T> class memo {
 public:
  template <class F> const T& of(const expression& x, F compute) {
    const auto known = values_.find(x.identity());
    if (known != values_.end()) return known->second;
    return values_.emplace(x.identity(), compute(x)).first->second;
  }

 private:
  std::unordered_map<const void*, T> values_; // an insertion moves no element
};

} // namespace mixcert
