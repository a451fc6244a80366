// A tensor as it stands in a file: exact real numbers with their provenance.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// Of the numbers in a file.
enum class dtype { f64, f32, bf16, f16 };

/// Whether a reader computes the SHA-256 of what it reads; without it that member of the tensor is empty.
enum class digest { computed, left_out };

/// The name safetensors gives the type: "F64", "F32", "BF16", "F16".
std::string_view dtype_name(dtype type);

/// Values are exact: every finite number of the four stored types is a binary64 number. Row-major (C) order.
struct tensor {
  std::string name;               ///< in its file
  std::filesystem::path file;     ///< where it was read
  dtype type = dtype::f64;        ///< as it is stored
  std::vector<std::size_t> shape; ///< outermost axis first
  std::vector<double> values;     ///< exact, in C order
  std::vector<std::size_t> index; ///< the leading indices that picked this slice; empty for a whole tensor
  std::string sha256;             ///< of the little-endian C-order bytes of exactly this slice, lower-case hex
};

/// How a message about the tensor begins: "FILE: tensor 'NAME' ", or "FILE: " when it has no name.
std::string tensor_label(const std::filesystem::path& file, std::string_view name);

} // namespace mixcert
