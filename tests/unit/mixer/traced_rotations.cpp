#include "traced_mixers.hpp"

#include "mixcert/mixer/detail/cayley.ipp"
#include "mixcert/mixer/detail/go_mhc.ipp"
#include "mixcert/mixer/detail/krom_go.ipp"
#include "mixcert/mixer/detail/ohc.ipp"
#include "mixcert/mixer/detail/shc.ipp"

using mixcert::test::traced;

std::vector<traced_mixer> traced_rotations() {
  return {{"cayley", mixcert::evaluate_cayley<traced>},
          {"go-mhc", mixcert::evaluate_go_mhc<traced>},
          {"krom-go", mixcert::evaluate_krom_go<traced>},
          {"ohc", mixcert::evaluate_ohc<traced>},
          {"shc", mixcert::evaluate_shc<traced>}};
}
