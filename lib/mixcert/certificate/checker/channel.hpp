// What a Jacobian does to the mean of the streams (theorem T9).
#pragma once

#include "mixcert/certificate/checker/derivative.hpp"

namespace mixcert::checker {

/// sqrt(mu^2 + ||QJP||^2) for P the mean over the streams, Q = I - P and mu the least singular value of PJP on range P
/// (T9 c), which is 1 where the columns of H are known to sum to one (T9 b).
interval channel_gain(const jacobian_factors& J, const invariants& holds, mpfr_prec_t bits);

} // namespace mixcert::checker
