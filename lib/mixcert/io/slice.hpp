// Slices that leading indices pick from a tensor, and where their values stand in the whole.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// How many numbers an array of this shape holds; 1 without axes. Precondition: the product of the axes that are not
/// zero fits std::size_t.
std::size_t element_count(std::span<const std::size_t> shape);

/// The slice's place among all slices of its shape, in C order: from shape [a,b,n,d], index {i,j} picks slice i*b + j.
/// Throws input_error, whose message begins with `label`, when the index is longer than the shape or out of range.
std::size_t slice_number(const std::string& label, std::span<const std::size_t> shape,
                         std::span<const std::size_t> leading_index);

/// The index, in the whole tensor, of the element that comes `position`-th in a slice.
std::vector<std::size_t> full_index(std::span<const std::size_t> leading_index,
                                    std::span<const std::size_t> slice_shape, std::size_t position);

/// Throws input_error naming file, tensor and index of the first value that is NaN or infinite.
void require_finite(const tensor& slice);

} // namespace mixcert
