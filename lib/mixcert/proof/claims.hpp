// What a certificate's claims say, looked up by name.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/scalar/mp_float.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mixcert::proof {

/// The first claim of that type, or none.
const claim* find_claim(const std::vector<claim>& claims, std::string_view type);

/// The same. Throws input_error when there is none: then nothing follows.
const claim& claim_of(const std::vector<claim>& claims, std::string_view type);

/// A bound of the claim. Throws input_error when it does not have it.
double bound_of(const claim& claim, const std::string& name);
/// The same, of a hypothesis that a theorem needs below 1. Throws input_error when it is not.
double bound_below_one(const claim& claim, const std::string& name);

/// The names of the claim's bounds that begin so: phi, or phi0, phi1, ...
std::vector<std::string> bounds_named(const claim& claim, std::string_view prefix);

/// A column among the witnesses, exactly. Throws input_error when there is none.
std::vector<mp_float> column_of(const claim& claim, const std::string& name);

/// One whole number among the witnesses. Throws input_error when there is none.
long integer_of(const claim& claim, const std::string& name);

} // namespace mixcert::proof
