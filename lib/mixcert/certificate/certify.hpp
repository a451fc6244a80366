// The main job: from a mixer and a state to a certificate.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/precision.hpp"

namespace mixcert {

/// stream_adapted: a space for every stream, where the mixer has structure the smallest core that is exact. common: one
/// space for all streams, that holds every feature row of the derivative; exact too, and as large or larger.
enum class core_method { stream_adapted, common };

/// The certificate of every singular value of D(H(X) X) at input.state, or with a branch output y of
/// D(H(X) X + beta(X) y^T). `subject` names the data; its sizes and convention are filled in here. Rounding of every
/// step is included; nothing depends on the accuracy of a guess except the width of what is enclosed. Throws
/// not_certified with the reason when something cannot be bounded.
certificate certify(const mixer& mixer, const mixer_input& input, const certificate_subject& subject,
                    const precision& precision = {}, core_method method = core_method::stream_adapted);

/// The same with D digits, 1 <= D <= 100: each enclosure of the spectrum has hi - lo <= 10^-D hi or hi <= 10^-D
/// sigma_1, by evaluating with more and more places. Up to 15 digits the ends are binary64 numbers. Throws input_error
/// for other D, and not_certified when that many were not reached.
certificate certify_digits(const mixer& mixer, const mixer_input& input, const certificate_subject& subject, int digits,
                           core_method method = core_method::stream_adapted);

} // namespace mixcert
