// What the mixers' equations have in common.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace mixcert::checker {

extern const mixer_entry hc_entry, hc_paper_entry, lucid_mhc_entry, mhc_flat_entry, mhc_v4_entry, mhc_lite_entry,
    kromhc_entry, go_mhc_entry, krom_go_entry, ohc_entry, shc_entry, jpmhc_entry, circulant_entry, static_entry,
    balanced_entry, cayley_entry;

/// Tensors that have no other names.
std::vector<std::vector<std::string>> named(std::initializer_list<const char*> names);

/// NAME[i,j,...]
std::string place_label(const std::string& name, std::initializer_list<std::size_t> index);
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

/// times sigmoid(scale u + base[i]) + offset for the weights first, first + 1, ..., labelled NAME[0], NAME[1], ...
head sigmoid_head(const std::string& name, std::size_t first, const rational& scale, const std::vector<double>& base,
                  long times, const interval& offset);

/// Outputs that depend on nothing.
head constant_head(const std::vector<interval>& values);

/// What `go-mhc`, `krom-go` and `ohc` have in common: their router and gates, and mix.numbers p of weights 0, ..., m
/// - 1.
equations rms_routed(const site& at, std::size_t m, mpfr_prec_t bits);
/// Its tensors.
std::vector<std::vector<std::string>> rms_router_tensors();

} // namespace mixcert::checker
