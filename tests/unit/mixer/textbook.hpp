// The equations of every mixer as docs/reference/mixers.md writes them, in numbers that count what is done to them.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace textbook {

struct tally {
  std::size_t additions = 0, multiplications = 0, divisions = 0, roots = 0, exponentials = 0;
  bool operator==(const tally&) const = default;
};

struct forward {
  std::vector<double> H, read, write; ///< gates are empty where there are none
  tally route, mix, apply;
};

/// Throws std::logic_error for a mixer whose equations are not written down here.
forward evaluate(const std::string& mixer, const mixcert::mixer_input& input);

} // namespace textbook
