// What the checker says of a certificate.
#pragma once

#include "mixcert/certificate/checker/interval.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace mixcert::checker {

/// What is there is not of the format, or claims what does not follow from it with any number of places.
struct malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The checker's own enclosure contradicts what is claimed.
struct refuted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Neither contradicted nor confirmed with the places at hand.
struct not_established : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// x is at most the bound; or throws refuted, or not_established. `what` says of what it is a bound.
void require_bound(const std::string& what, const interval& x, const rational& bound);
/// x lies in the enclosure; or throws as above.
void require_inside(const std::string& what, const interval& x, const rational& low, const rational& high);
/// For exact numbers: or throws refuted.
void require(bool holds, const std::string& otherwise);
/// For what would follow from them: or throws malformed.
void require_known(bool follows, const std::string& otherwise);

/// What may be said of a claim.
enum class finding { verified, refuted, not_established };

/// Of one claim, named as `C7 svd`, or `forward` for what stands outside the list of claims.
struct claim_finding {
  std::string claim;  ///< its name
  finding what;       ///< what was found of it
  std::string reason; ///< empty when verified
};

/// `what` is verified only if every claim is, and none is missing.
struct report {
  std::vector<claim_finding> claims; ///< up to the first that is not verified, or some beyond it
  finding what;                      ///< of the whole
};

} // namespace mixcert::checker
