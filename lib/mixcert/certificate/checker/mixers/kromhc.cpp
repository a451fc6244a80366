#include "mixcert/certificate/checker/mixers/factors.hpp"
#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/permutations.hpp"

namespace mixcert::checker {
namespace {

equations kromhc(const site& at, mpfr_prec_t bits) {
  return permutation_mixtures(at, factors_of(at, most_permuted), bits);
}

} // namespace

const mixer_entry kromhc_entry{"kromhc", permutation_tensors(), kromhc};

} // namespace mixcert::checker
