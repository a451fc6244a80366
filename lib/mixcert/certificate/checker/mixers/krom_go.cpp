#include "mixcert/certificate/checker/mixers/energies.hpp"
#include "mixcert/certificate/checker/mixers/factors.hpp"
#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

equations krom_go(const site& at, mpfr_prec_t bits) {
  const std::vector<std::size_t> sizes = factors_of(at, most_rotated);
  std::vector<std::size_t> sides = whole_numbers(at.word("s"), ',', 1, most_rotated);
  if (sides.size() == 1) sides.resize(sizes.size(), sides.front());
  if (sides.size() != sizes.size()) throw refuted("the constant s has not one number for each factor");
  std::vector<energy_factor> factors;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] * sides[k] > most_rotated) throw refuted("a factor has a rotation of more than 64 rows");
    factors.push_back({sizes[k], sides[k]});
  }
  return block_energies(at, factors, bits);
}

} // namespace

const mixer_entry krom_go_entry{"krom-go", rms_router_tensors(), krom_go};

} // namespace mixcert::checker
