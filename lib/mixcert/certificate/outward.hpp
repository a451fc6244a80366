// From what was proved to what is stored.
#pragma once

#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/enclosure.hpp"

namespace mixcert {

/// Binary64 ends that leave a relative slack of 2^-98 or more over the proved ones, so that another arithmetic can
/// confirm them; the lower end of a value proved non-negative stays at or above zero. Throws not_certified when x is
/// not bounded in binary64.
interval stored_enclosure(const mp_interval& x);

/// An upper bound with a relative slack of 2^-40. Throws not_certified unless it is finite.
double stored_bound(double x);
svd_defects stored_defects(const svd_defects& defects);

} // namespace mixcert
