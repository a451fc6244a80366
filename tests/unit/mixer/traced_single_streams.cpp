#include "traced_mixers.hpp"

#include "mixcert/mixer/detail/hc.ipp"
#include "mixcert/mixer/detail/hc_paper.ipp"
#include "mixcert/mixer/detail/lucid_mhc.ipp"

using mixcert::mixer_input;
using mixcert::test::traced;

std::vector<traced_mixer> traced_single_streams() {
  using numbers = mixcert::context<traced>;
  return {{"hc", [](const numbers& c, const mixer_input& i,
                    const traced_state& X) { return mixcert::evaluate_hc(c, mixcert::hc_site_of(i), X); }},
          {"hc-paper", mixcert::evaluate_hc_paper<traced>},
          {"lucid-mhc", mixcert::evaluate_lucid_mhc<traced>}};
}
