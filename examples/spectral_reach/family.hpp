// The families of mixers whose spectra are studied.
#pragma once

#include "study/constant_router.hpp"

#include <map>
#include <string>
#include <vector>

namespace mixcert::study {

struct family {
  std::string label, mixer;
  std::map<std::string, std::string> convention = {};
  bool any_order = true;        ///< else four streams only
  bool stochastic = true;       ///< H >= 0, and its rows or columns sum to one
  bool includes_before = false; ///< the family before it, by its logits lifted to s = 2

  constant_router router(std::size_t n) const { return {mixer, n, convention}; }
};

/// The families of mixers of n streams, n = 3 or 4.
std::vector<family> families(std::size_t n);

} // namespace mixcert::study
