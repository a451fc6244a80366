// Rows and columns of a positive matrix divided by their sums in turn.
#pragma once

#include "mixcert/certificate/checker/dual.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// Of an n x n matrix row by row.
std::vector<dual> softmax_of_rows(const std::vector<dual>& logits, std::size_t n);

/// What keeps a sum away from zero: it is divided by sum + epsilon or by max(sum, clamp), the other one being 0.
struct sum_floor {
  interval epsilon, clamp;
};

/// Columns, then iterations - 1 times rows and columns of an n x n matrix of positive numbers, each over its sum.
/// Throws not_established where a sum may equal the clamp.
std::vector<dual> alternately_divided(const std::vector<dual>& start, std::size_t n, long iterations,
                                      const sum_floor& floor);

} // namespace mixcert::checker
