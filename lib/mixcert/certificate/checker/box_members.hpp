// Some states of a box, held to what is claimed of all of them.
#pragma once

#include "mixcert/certificate/checker/data.hpp"
#include "mixcert/certificate/checker/document.hpp"
#include "mixcert/certificate/checker/evaluated_map.hpp"

namespace mixcert::checker {

/// How far J, F and H are from those of the state itself, at most, at every state within the radii.
struct box_bounds {
  rational delta, delta_F;
  const enclosure_matrix& H_change;
};

/// Throws refuted where a corner of the box contradicts a bound; the state itself has been evaluated as `here`. Any
/// other state may contradict it still.
void require_not_contradicted(const box_bounds& stated, const site_record& record, const mixer_data& data,
                              const evaluated_map& here);

} // namespace mixcert::checker
