#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/permutations.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

equations mhc_lite(const site& at, mpfr_prec_t bits) {
  if (at.n > most_permuted) throw refuted("mixer 'mhc-lite' has at most 6 streams");
  return permutation_mixtures(at, {at.n}, bits);
}

} // namespace

const mixer_entry mhc_lite_entry{"mhc-lite", permutation_tensors(), mhc_lite};

} // namespace mixcert::checker
