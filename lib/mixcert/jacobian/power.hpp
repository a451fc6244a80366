// Powers of a Jacobian in factored form.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>

namespace mixcert {

/// J^layers, by repeated squaring: the Jacobian of equal layers, each at the same state, as H^layers kron I + A B over
/// the map's generators (theorem T2 e). The identity for 0 layers. In the arithmetics of enclosures it holds the power
/// of every member. Throws std::invalid_argument when the map has fewer outputs than streams. The cost does not depend
/// on d but for p^2 inner products of p generators.
template <scalar S> feedback<S> power(const context<S>& context, const feedback<S>& map, std::size_t layers);

extern template feedback<float64> power(const context<float64>&, const feedback<float64>&, std::size_t);
extern template feedback<quad> power(const context<quad>&, const feedback<quad>&, std::size_t);
extern template feedback<mp_interval> power(const context<mp_interval>&, const feedback<mp_interval>&, std::size_t);

} // namespace mixcert
