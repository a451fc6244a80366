#include "mixcert/io/glob.hpp"

#include <cstddef>

namespace mixcert {

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, last_star = pattern.npos, after_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      last_star = p++;
      after_star = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (last_star != pattern.npos) { // the last star takes a byte more
      p = last_star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

} // namespace mixcert
