// The arithmetic of double_double, the same for one number and for lanes of several.
#pragma once

#include "mixcert/scalar/double_double.hpp"

namespace mixcert::detail {

#include "mixcert/scalar/detail/double_double_lanes.ipp"

} // namespace mixcert::detail
