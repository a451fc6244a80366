// What a batch comes to.
#pragma once

#include "mixcert/batch/row.hpp"
#include "mixcert/scalar/interval.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mixcert {

/// Consecutive rows of one site in a file.
struct row_extent {
  std::filesystem::path file; ///< where it is
  std::size_t begin, length;  ///< in bytes
};

/// ||J|| / ||H|| at a state.
struct ratio_at_state {
  std::size_t site, state; ///< numbers of the site and of the state
  interval ratio;          ///< an enclosure
};

/// Of one site.
struct site_summary {
  std::string prefix;                      ///< of its tensors
  std::size_t states = 0, failed = 0;      ///< how many
  std::optional<interval> median, largest; ///< of the ratios: the (m + 1) / 2-th of m in ascending order, and the m-th
};

/// Of a batch.
struct batch_summary {
  std::vector<site_summary> sites;   ///< in the order of the job
  std::vector<ratio_at_state> worst; ///< the largest upper ends, descending; equal ones by site and state
};

/// Of rows[i], those of site i, with this many worst states. Rows are read several times over, block by block, so that
/// memory does not grow with their number. Throws input_error where they cannot be read.
batch_summary summarise(const row_layout& layout, const std::vector<std::string>& prefixes,
                        const std::vector<std::vector<row_extent>>& rows, std::size_t worst);

/// For people, and as JSON.
std::string text_of(const batch_summary& summary);
std::string json_of(const batch_summary& summary);

} // namespace mixcert
