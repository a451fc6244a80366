// Arrays as a safetensors file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// The numbers as a file stores them: little-endian, in C order.
struct stored_array {
  std::string name;
  dtype type = dtype::f64;
  std::vector<std::size_t> shape;
  std::string bytes;
};

/// A file with these arrays, in this order, which safetensors_file reads. Requires names that differ.
std::string safetensors_file_of(const std::vector<stored_array>& arrays);

} // namespace mixcert
