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
  std::string name;               ///< in the file
  dtype type = dtype::f64;        ///< of the numbers
  std::vector<std::size_t> shape; ///< outermost axis first
  std::string bytes;              ///< little-endian numbers in C order
};

/// A file with these arrays, in this order, which safetensors_file reads. Requires names that differ.
std::string safetensors_file_of(const std::vector<stored_array>& arrays);

} // namespace mixcert
