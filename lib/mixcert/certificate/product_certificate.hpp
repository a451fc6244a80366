// Certificates of the product of the Jacobians at the sites of a trajectory.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/scaled_enclosure.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mixcert {

/// One factor: exact data, and their names.
struct product_site {
  mixer_input input;           ///< exact numbers
  certificate_subject subject; ///< their names
};

/// The headline numbers of a product.
struct product_quantities {
  scaled_enclosure norm{interval(0)};                            ///< ||P||
  scaled_enclosure frozen_norm{interval(0)};                     ///< ||H_L ... H_1||
  scaled_enclosure mean_square{interval(0)};                     ///< ||P||_F^2 / (n d)
  scaled_enclosure frozen_mean_square{interval(0)};              ///< ||H_L ... H_1||_F^2 / n
  scaled_enclosure smallest{interval(0)};                        ///< the least singular value of P
  std::optional<scaled_enclosure> norm_ratio, mean_square_ratio; ///< absent when the frozen quantity may be zero
};

/// What P makes of a direction, or, where it is transposed, P^T.
struct product_direction {
  bool transposed = false; ///< of the transposed product
  /// The direction, n x d: a tensor that was given, or about the first right singular vector of P, with P^T the left
  /// one.
  std::variant<tensor_reference, dyadic_matrix> direction; ///< the tensor, or the numbers themselves
  enclosure log_norm{interval(0)};                         ///< the natural logarithm of the length of its image
  scaled_enclosure gain{interval(0)};                      ///< the length of its image by its own
  std::optional<enclosure> gain_over_norm;                 ///< the gain by the norm of P; absent when that may be zero
  dyadic_matrix image;                                     ///< n x d, about the image divided by its length
  double distance = 0;                                     ///< at most so far from it
  /// Bounds the sines of the angles of the direction and of `image` with first singular vectors of P; where the
  /// direction was not given and the largest singular value was told from the next.
  std::optional<double> sine;
};

/// The certificate of a product of Jacobians.
struct product_certificate {
  std::string mixer, with = "residual";   ///< the mixer's name, and the map
  mixer_convention convention;            ///< every constant
  std::size_t streams = 0, width = 0;     ///< n and d
  std::vector<certificate_subject> sites; ///< in forward order: site, parameters, state, perhaps branch output
  /// The method, its arithmetic, and how norms of the last factors together are bounded.
  std::string method, arithmetic, norms_of_suffixes;
  /// Decimal: bounds |sigma_i(P) - sigma_i| for the matrix decomposed; 0 where the enclosures hold everything.
  std::string radius;
  std::vector<std::string> norms_at_most;                 ///< decimals: a bound of the norm of each factor
  std::string product_of_norms;                           ///< decimal: their product, rounded up
  std::vector<spectrum_entry<scaled_enclosure>> spectrum; ///< of P, index-exact, descending
  std::vector<scaled_enclosure> frozen_spectrum;          ///< of H_L ... H_1
  product_quantities quantities;                          ///< the headline numbers
  std::optional<product_direction> direction;             ///< where one was asked for
  std::vector<claim> claims;                              ///< the proof, step by step
  std::vector<std::string> notes;                         ///< remarks, which claim nothing
  producer made_by;                                       ///< the program
};

/// dense: P as a matrix of double-double numbers. factored: P by coordinates on the features that all sites have
/// together, with as many places as needed; its cost grows with the number of these. largest: thin factors of
/// double-double numbers, at any width; of the values of P only the largest is enclosed narrowly.
enum class product_method { automatic, dense, factored, largest };

/// `auto`, `dense`, `factored` or `largest`. Throws input_error for any other name.
product_method parse_product_method(std::string_view name);

/// Which direction P, or P^T, is applied to.
struct direction_request {
  std::optional<tensor> given; ///< n x d and not zero; without it about the first singular vector of P
  bool transposed = false;     ///< P^T
};

/// How a product is certified.
struct product_options {
  int digits = 0;                                            ///< as certify_digits promises, or 0
  product_method method = product_method::automatic;         ///< chosen by the order and the features
  std::optional<direction_request> direction = std::nullopt; ///< what the product makes of it
  std::function<void(const std::string&)> begins = {};       ///< called with what is done next, before it is done
};

/// Enclosures of all singular values of P = J_L ... J_1, at least one site in forward order, J_l being the Jacobian of
/// H_l(X) X or, with a branch output y_l, of H_l(X) X + beta_l(X) y_l^T with y_l fixed, at the state of site l; all
/// sites have one mixer, convention and size. Rounding of every step is included. By itself the method is the factored
/// one where its order (see factored_order) is at most 64, or P is too large for the dense one and that order is at
/// most 256; where neither will do it encloses the largest value. With a direction, what P or P^T makes of it (T1 h),
/// and how far found ones are from singular vectors (T23 b). Throws not_certified with the reason when something cannot
/// be bounded, the image of the direction is zero for instance, and input_error when sites or direction do not fit
/// together or P is too large for the method asked for.
product_certificate certify_product(const mixer& mixer, const std::vector<product_site>& sites,
                                    const product_options& options = {});

/// What a certificate of these sites says of its subject, and nothing else.
product_certificate subject_of_product(const mixer& mixer, const std::vector<product_site>& sites);

/// The document, `"kind": "product"`.
std::string to_json(const product_certificate& certificate);
/// The document's certificate, as from_json (json.hpp) reads those of other kinds; `exp2` beside the ends of an
/// enclosure is a whole number between -2^30 and 2^30.
product_certificate product_from_json(std::string_view text, const std::string& source);
/// What stands in its place when it could not be certified.
std::string refusal_json(const product_certificate& subject, const std::string& reason);

/// The certificate for people.
std::string summary(const product_certificate& certificate);

} // namespace mixcert
