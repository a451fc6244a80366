// Sites of any mixer to test with: those of the reference data, and small ones made here.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mixcert::test {

/// A state of the reference data and what autograd says about it.
struct mixer_reference {
  std::string id;
  const mixer* family;
  mixer_input input;
  matrix<double> H;
  std::vector<double> read, write;
  std::vector<double> DH, Dread, Dwrite; ///< n x n x n x d, n x n x d, n x n x d
};

/// The cases of a mixer, edge cases included, but for those whose float64 reference is known to be inaccurate.
std::vector<mixer_reference> mixer_references(const std::string& name);

/// A site and a state of small dyadic numbers: multiples of 1/64, at most 2 in size.
mixer_input small_input(const mixer& mixer, std::uint64_t seed, std::size_t n, std::size_t d,
                        const std::map<std::string, std::string>& convention = {});

} // namespace mixcert::test
