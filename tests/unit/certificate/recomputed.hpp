// The bounds of a certificate, computed once more from its witnesses and the data, in rationals.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "support/exact.hpp"

#include <optional>
#include <utility>
#include <vector>

struct recomputed_bounds {
  mpq_class alpha, beta, nu;
  std::optional<mpq_class> phi, t; ///< t by way of the Frobenius norm
  mpq_class epsilon, e, f, g, radius;
  std::vector<std::pair<mpq_class, mpq_class>> core, frozen; ///< the ends that follow, up to 2^-190
};

/// `evaluation` is of the certificate's data, in 400 places; d features.
recomputed_bounds recompute(const mixcert::certificate& c,
                            const mixcert::mixer_evaluation<mixcert::mp_interval>& evaluation, std::size_t d);
