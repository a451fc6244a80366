// The constructions of the reference data.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/rational.hpp"

#include <string>
#include <vector>

namespace mixcert::test {

/// Of theorem T10, at (m + delta, m - delta)^T; 42 digits.
struct two_stream_case {
  std::string id;
  rational K, epsilon, m, delta;
  std::vector<std::string> J; ///< 2 x 2
  std::vector<std::string> singular_values;
};

/// Of theorem T11; 42 digits.
struct cayley_case {
  std::string id;
  rational K;
  long L, d, other_count;
  std::string exceptional;
};

std::vector<two_stream_case> two_stream_cases();
std::vector<cayley_case> cayley_cases();

} // namespace mixcert::test
