// A certificate for people.
#pragma once

#include "mixcert/certificate/certificate.hpp"

#include <string>

namespace mixcert {

/// Several lines: first what the result means, then the headline quantities and the shape of the spectrum. Every
/// number printed with few digits is one that all members of its enclosure round to, or is printed as an interval.
std::string summary(const certificate& certificate);

/// The digits on which both ends agree when rounded to at most `digits` significant digits, or "[lo, hi]" outward.
std::string agreed_digits(const interval& x, int digits);

} // namespace mixcert
