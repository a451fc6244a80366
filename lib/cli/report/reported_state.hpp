// What a report knows of one state at one site.
#pragma once

#include "mixcert/batch/row.hpp"
#include "mixcert/scalar/interval.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mixcert::report {

/// The row of a state's spectrum among those of a batch.
struct row_place {
  std::filesystem::path file;
  std::size_t begin; ///< in bytes
  row_layout layout;
};

struct reported_state {
  std::size_t site = 0;       ///< of its source
  std::string name;           ///< its number, or that of its tensor
  std::string failed, reason; ///< `failed` is empty where it is certified
  std::optional<interval> norm, frozen_norm, norm_ratio, smallest, mean_square, mean_square_ratio;
  std::optional<std::pair<std::size_t, std::size_t>> feedback_rank; ///< at least, at most
  std::filesystem::path certificate;                                ///< empty where there is none
  std::optional<row_place> row;
};

struct reported_site {
  std::string prefix, mixer;
  std::size_t streams = 0, width = 0;
};

/// States that one command has measured, at sites in the order in which they are shown.
struct source {
  std::string title;
  std::vector<reported_site> sites;
  std::vector<reported_state> states;
};

} // namespace mixcert::report
