// Products of Jacobians in factored form.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>

namespace mixcert {

/// The Jacobian J_2 J_1 of `before` followed by `after`, which map n streams to n, as H_2 H_1 kron I + A B over the
/// same generators (theorem T2 e). In the arithmetics of enclosures it holds the product of all members.
///
/// The two lists of generators must stand for the same vectors, in the same order; equal enclosures do not prove that,
/// exact data do: one mixer at one state, with gains of its own. Throws std::invalid_argument when their labels differ,
/// or a map has fewer outputs than streams. The cost does not depend on d but for p^2 inner products of p generators.
template <scalar S> feedback<S> product(const context<S>& context, const feedback<S>& after, const feedback<S>& before);

/// J^layers, by repeated squaring: the Jacobian of equal layers, each at the same state. The identity for 0 layers.
template <scalar S> feedback<S> power(const context<S>& context, const feedback<S>& map, std::size_t layers);

extern template feedback<float64> product(const context<float64>&, const feedback<float64>&, const feedback<float64>&);
extern template feedback<quad> product(const context<quad>&, const feedback<quad>&, const feedback<quad>&);
extern template feedback<mp_interval> product(const context<mp_interval>&, const feedback<mp_interval>&,
                                              const feedback<mp_interval>&);
extern template feedback<float64> power(const context<float64>&, const feedback<float64>&, std::size_t);
extern template feedback<quad> power(const context<quad>&, const feedback<quad>&, std::size_t);
extern template feedback<mp_interval> power(const context<mp_interval>&, const feedback<mp_interval>&, std::size_t);

} // namespace mixcert
