#include "traced_mixers.hpp"

#include "mixcert/mixer/detail/factors.hpp"
#include "mixcert/mixer/detail/jpmhc.ipp"
#include "mixcert/mixer/detail/kronecker_mixture.hpp"

using mixcert::mixer_input;
using mixcert::test::traced;

namespace {

using numbers = mixcert::context<traced>;

traced_evaluation kromhc(const numbers& context, const mixer_input& input, const traced_state& X) {
  return evaluate_kronecker_mixture(context, input, X,
                                    mixcert::factors_of("kromhc", input.convention, X.rows(), mixcert::most_permuted));
}

traced_evaluation mhc_lite(const numbers& context, const mixer_input& input, const traced_state& X) {
  return evaluate_kronecker_mixture(context, input, X, {X.rows()});
}

} // namespace

std::vector<traced_mixer> traced_permutations() {
  return {{"kromhc", kromhc}, {"mhc-lite", mhc_lite}, {"jpmhc", mixcert::evaluate_jpmhc<traced>}};
}
