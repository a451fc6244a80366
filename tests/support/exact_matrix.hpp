// An exact matrix in any arithmetic.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/matrix.hpp"

namespace mixcert::test {

template <class S> matrix<S> exact_matrix(const context<S>& context, const matrix<double>& a) {
  return map(a, [&](double x) { return context.exact(x); });
}

} // namespace mixcert::test
