// The singular values of a product of Jacobians in factored form, with as many places as they need.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/precision.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// The spectrum of a product from few features.
struct factored_spectrum {
  std::vector<spectrum_entry<mp_interval>> values; ///< of P, index-exact, descending
  mp_interval_matrix frozen;                       ///< H_L ... H_1
  std::size_t order;                               ///< of the core
  precision places;                                ///< with which it was reached
};

/// Of P = J_L ... J_1, at least one site (theorems T2 d, e and T3). Places are doubled, from 512 to 16384 at most,
/// until the largest value is enclosed to a relative 2^-60 or, with `digits`, every value to what is promised; without
/// them, small products go on up to 4096 places for values that are not yet as narrow. A value below about 2^-1000 of
/// the largest stays unresolved, as radii are binary64 numbers. Throws not_certified when that cannot be had.
factored_spectrum enclose_factored_product(const mixer& mixer, const std::vector<product_site>& sites, int digits);

/// The order n q of the core that has to be decomposed, q being the number of different generators of all sites and at
/// most d. What is above `limit` may be too small: sites after that are not looked at.
std::size_t factored_order(const mixer& mixer, const std::vector<product_site>& sites, std::size_t limit);

/// Above it the time, of the third power of the order, is no longer reasonable.
inline constexpr std::size_t largest_factored_order = 256;

} // namespace mixcert
