// All singular values of a map's Jacobian, enclosed: the steps of a certificate without its records.
#pragma once

#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/scalar/precision.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// Enclosures of the singular values of F kron I + A B, for every member of the enclosures in `feedback`: the i-th
/// largest lies in the i-th enclosure (entries expanded by multiplicity), both ends descending (theorem T3 d). F is
/// o x n with 1 <= o <= n; `width`
/// is d. Throws not_certified when something cannot be bounded.
std::vector<spectrum_entry<mp_interval>> enclose_spectrum(const feedback<mp_interval>& feedback, std::size_t width,
                                                          const precision& places);

/// The same for numbers of any size, such as those of products: by way of a map with entries of about 1, as radii are
/// binary64 numbers.
std::vector<spectrum_entry<mp_interval>> enclose_scaled_spectrum(feedback<mp_interval> feedback, std::size_t width,
                                                                 const precision& places);

/// Whether each value is enclosed to so many places, or is so small beside the least that is, that it may be zero.
bool are_narrow(const std::vector<spectrum_entry<mp_interval>>& spectrum, mpfr_prec_t places);

/// An upper bound of the norm of every member (theorem T3 d), to about 13 digits, or fewer where generators are nearly
/// dependent: the core is decomposed in binary64.
double norm_at_most(const feedback<mp_interval>& feedback, std::size_t width, const precision& places);

} // namespace mixcert
