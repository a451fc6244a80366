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

/// One layer of theorem T11 at a state like any other; 42 digits.
struct generic_cayley_case {
  std::string id;
  rational K;
  std::vector<double> v;
  matrix<double> X;
  std::vector<std::string> H; ///< 3 x 3
  std::vector<std::string> singular_values;
};

std::vector<two_stream_case> two_stream_cases();
std::vector<cayley_case> cayley_cases();
std::vector<generic_cayley_case> generic_cayley_cases();

} // namespace mixcert::test
