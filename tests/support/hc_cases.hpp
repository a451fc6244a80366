// Sites of mixer hc to test with: those of the reference data, and small ones made here.
#pragma once

#include "mixcert/mixer/hc.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mixcert::test {

/// A state of the reference data and what autograd says about it. Arrays that the data lack are empty.
struct hc_reference {
  std::string id;
  mixer_input input;
  matrix<double> H;
  std::vector<double> read, write;
  std::vector<double> DH, Dread, Dwrite; ///< n x n x n x d, n x n x d, n x n x d
  std::vector<double> sigma_J, sigma_H;  ///< descending
};

/// `set` is hc/hcA, hc/hcB or edge/hc_edge.
std::vector<hc_reference> hc_references(const std::string& set);

/// A site and a state of small dyadic numbers: multiples of 1/64, at most 2 in size.
mixer_input small_hc_input(std::uint64_t seed, std::size_t n, std::size_t d);

} // namespace mixcert::test
