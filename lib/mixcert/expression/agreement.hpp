// Whether a closed form and an enclosure belong together.
#pragma once

#include "mixcert/expression/expression.hpp"
#include "mixcert/expression/parameters.hpp"
#include "mixcert/scalar/mp_interval.hpp"

namespace mixcert {

/// Both answers but `undecided` are certified.
enum class agreement {
  yes,      ///< the value of the closed form is a member
  no,       ///< it is none
  undecided ///< it is nearer to an end than 16,384 bits tell, or has no enclosure that says whether it exists
};

/// Evaluates x in mp_interval, with more and more bits until that decides. Throws input_error when x has no value for
/// these parameters, as evaluate.
agreement agrees(const interval& enclosure, const expression& x, const parameters& values = {});
/// The same. An enclosure with a NaN end is undecided.
agreement agrees(const mp_interval& enclosure, const expression& x, const parameters& values = {});

} // namespace mixcert
