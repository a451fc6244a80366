// The order in which sites are shown.
#pragma once

#include "reported_state.hpp"

namespace mixcert::report {

/// Sites by name, with numbers in names by their size: layers.2 before layers.10. Their states follow them.
void sort_sites(source& of);

} // namespace mixcert::report
