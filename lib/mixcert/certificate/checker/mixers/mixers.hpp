// What the mixers' equations have in common.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace mixcert::checker {

extern const mixer_entry hc_entry, mhc_v4_entry;

/// NAME[0], NAME[1], ...
std::vector<std::string> numbered(const std::string& name, std::size_t count);
/// NAME[i,j]-NAME[k,l]
std::string difference_label(const std::string& name, std::initializer_list<std::size_t> of,
                             std::initializer_list<std::size_t> from);

/// Of an n x n matrix row by row.
template <class T> std::vector<T> transposed(const std::vector<T>& a, std::size_t n) {
  std::vector<T> r;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) r.push_back(a[j * n + i]);
  return r;
}

/// times sigmoid(z) + offset
std::vector<dual> sigmoid_gates(const std::vector<dual>& z, long times, const interval& offset);

} // namespace mixcert::checker
