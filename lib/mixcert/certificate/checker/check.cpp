#include "mixcert/certificate/checker/check.hpp"

#include "mixcert/certificate/checker/construction_check.hpp"
#include "mixcert/certificate/checker/diagnosis_check.hpp"
#include "mixcert/certificate/checker/matrix_check.hpp"
#include "mixcert/certificate/checker/mixer_check.hpp"
#include "mixcert/certificate/checker/product_check.hpp"

namespace mixcert::checker {

report check(std::string_view certificate, const data_folders& folders,
             const std::function<void(const std::string&)>& begins) {
  claim_list claims(begins);
  document d;
  if (!claims.decide("document", [&](mpfr_prec_t) { d = read_document(certificate); })) return claims.result();
  for (const std::string_view type : d.claim_types())
    if (!d.claim(type)) claims.decide(std::string(type), [](mpfr_prec_t) { throw malformed("the claim is missing"); });
  if (!claims.decide("claims", [&](mpfr_prec_t) { d.require_claims(); })) return claims.result();
  if (d.mixer)
    check_mixer(d, folders, claims);
  else if (d.matrix)
    check_matrix(d, folders, claims);
  else if (d.diagnosis)
    check_diagnosis(d, folders, claims);
  else if (d.product)
    check_product(d, folders, claims);
  else
    check_construction(d, claims);
  return claims.result();
}

} // namespace mixcert::checker
