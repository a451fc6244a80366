// The value of a closed form in every arithmetic.
#pragma once

#include "mixcert/expression/expression.hpp"
#include "mixcert/expression/parameters.hpp"
#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// The value of x. interval and mp_interval: an enclosure of it, which overflows to an unbounded one; rational: the
/// value itself; float64 and quad: a guess. Powers may have any exponent that an int holds.
///
/// Throws input_error, with the subexpression, when a parameter is missing, an exponent is not a whole number, a
/// divisor is zero or a number under a root negative, and in rational also when a root is not rational or a power has
/// more than 2^26 bits. Throws not_certified, with the subexpression, when the arithmetic cannot tell whether one of
/// them is: for float64 and quad, whose zero may come of rounding, also when a divisor is zero. NaN is in no order.
template <field S> S evaluate(const context<S>& context, const expression& x, const parameters& values = {});

extern template float64 evaluate(const context<float64>&, const expression&, const parameters&);
extern template quad evaluate(const context<quad>&, const expression&, const parameters&);
extern template interval evaluate(const context<interval>&, const expression&, const parameters&);
extern template mp_interval evaluate(const context<mp_interval>&, const expression&, const parameters&);
extern template rational evaluate(const context<rational>&, const expression&, const parameters&);

} // namespace mixcert
