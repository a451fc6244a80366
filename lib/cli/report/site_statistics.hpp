// What the states of a site come to.
#pragma once

#include "number_json.hpp"
#include "reported_state.hpp"

#include <vector>

namespace mixcert::report {

/// For each site its name, mixer, sizes, number of states and of failed ones, and of `norm`, `frozen_norm`,
/// `norm_ratio` and `mean_square_ratio` the least, the median (of m the ceil(m/2)-th in ascending order) and the
/// largest over the `count` states that have it, each enclosed by these order statistics of both ends.
json site_statistics(const source& of);

} // namespace mixcert::report
