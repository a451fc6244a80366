#include "mixcert/certificate/checker/mixers/energies.hpp"
#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

equations go_mhc(const site& at, mpfr_prec_t bits) {
  if (at.n > most_rotated) throw refuted("mixer 'go-mhc' has at most 64 streams");
  const long s = at.whole("s", 1, static_cast<long>(most_rotated / at.n));
  return block_energies(at, {{at.n, static_cast<std::size_t>(s)}}, bits);
}

} // namespace

const mixer_entry go_mhc_entry{"go-mhc", rms_router_tensors(), go_mhc};

} // namespace mixcert::checker
