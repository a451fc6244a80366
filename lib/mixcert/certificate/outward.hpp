// From what was proved to what is stored.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/enclosure.hpp"

namespace mixcert {

/// Binary64 ends that leave a relative slack of 2^-98 or more over the proved ones, so that another arithmetic can
/// confirm them; the lower end of a value proved non-negative stays at or above zero. Throws not_certified when x is
/// not bounded in binary64.
interval stored_enclosure(const mp_interval& x);

/// As stored_enclosure, or for more digits than the 15 that binary64 has, decimal ends of digits + 2 digits, rounded
/// outward and without slack.
enclosure stored_enclosure(const mp_interval& x, int digits);

/// An upper bound with a relative slack of 2^-40. Throws not_certified unless it is finite.
double stored_bound(double x);
svd_defects stored_defects(const svd_defects& defects);

/// Each of them as stored_bound.
} // namespace mixcert
