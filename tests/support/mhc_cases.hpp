// Sites of mixer mhc-v4 to test with: those of the reference data, and small ones made here.
#pragma once

#include "mixcert/mixer/mhc_v4.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mixcert::test {

/// A state of the reference data and what autograd says about it. Arrays that the data lack are empty.
struct mhc_reference {
  std::string id;
  mixer_input input;
  matrix<double> H;
  std::vector<double> read, write;
  std::vector<double> DH, Dread, Dwrite; ///< n x n x n x d, n x n x d, n x n x d
  std::vector<double> sigma_J, sigma_H;  ///< descending
};

/// `width` is 64, 512 or 4096.
std::vector<mhc_reference> mhc_references(std::size_t width);

/// A site and a state of small dyadic numbers: multiples of 1/64, at most 2 in size.
mixer_input small_mhc_input(std::uint64_t seed, std::size_t n, std::size_t d);

} // namespace mixcert::test
