#include "traced_mixers.hpp"

#include "mixcert/mixer/detail/balanced.ipp"
#include "mixcert/mixer/detail/circulant.ipp"
#include "mixcert/mixer/detail/mhc_flat.ipp"
#include "mixcert/mixer/detail/mhc_v4.ipp"
#include "mixcert/mixer/detail/static.ipp"

using mixcert::mixer_input;
using mixcert::test::traced;

std::vector<traced_mixer> traced_softmaxes() {
  using numbers = mixcert::context<traced>;
  return {{"balanced", mixcert::evaluate_balanced<traced>},
          {"circulant", mixcert::evaluate_circulant<traced>},
          {"mhc-flat", mixcert::evaluate_mhc_flat<traced>},
          {"mhc-v4", [](const numbers& c, const mixer_input& i,
                        const traced_state& X) { return mixcert::evaluate_mhc_v4(c, mixcert::mhc_v4_site_of(i), X); }},
          {"static", mixcert::evaluate_static<traced>}};
}
