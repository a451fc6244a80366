// The main job: from a mixer and a state to a certificate.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/jacobian/numerical_selection.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/precision.hpp"

#include <optional>

namespace mixcert {

/// In what the mixer and its derivative are evaluated; the linear algebra has the places of a `precision` all the same.
struct router_arithmetic {
  /// The three kinds.
  enum kind { working, binary64, places } in = working; ///< the precision's own places, binary64 ends, or `bits`
  mpfr_prec_t bits = 0;                                 ///< with `places`
};

/// How a certificate is made; the defaults are those of the program.
struct certify_options {
  precision places = {};                            ///< of the linear algebra
  core_method core = core_method::stream_adapted;   ///< one space a stream, or one for all
  router_arithmetic arithmetic = {};                ///< of the mixer's evaluation
  std::optional<rank_tolerance> tau = std::nullopt; ///< for the common core only
};

/// The certificate of every singular value of D(H(X) X) at input.state; with a branch output y of
/// D(H(X) X + beta(X) y^T), and of the branch input D(sum_s read_s(X) x_s) for input.read. `subject` names the data;
/// its sizes and convention are filled in here. Rounding of every step is included; nothing depends on the accuracy of
/// a guess except the width of what is enclosed. Throws not_certified with the reason when something cannot be bounded.
/// With tau, for the common core only (else std::invalid_argument): of its feature directions those that theorem T4 (a)
/// selects; every enclosure is then wider by what the others carry (T4 c).
/// With input.state_radius everything that the certificate says, but for the claims before `state_box`, holds for every
/// state of the box; not_certified then also when the bound of theorem T18 leaves nothing to say.
certificate certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject,
                    const certify_options& options = {});

/// The same with D digits, 1 <= D <= 100: each enclosure of the spectrum has hi - lo <= 10^-D hi or hi <= 10^-D
/// sigma_1, by evaluating with more and more places, not those of the options. Up to 15 digits the ends are binary64
/// numbers. Throws input_error for other D, and not_certified when that many were not reached, or a box of states does
/// not share that many.
certificate certify_digits(const mixer& mixer, const mixer_input& input, const certificate_subject& subject, int digits,
                           certify_options options = {});

} // namespace mixcert
