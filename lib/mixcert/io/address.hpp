// What the command line calls an array: FILE, FILE:TENSOR or FILE:TENSOR[i,j].
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// What FILE:TENSOR[i,j] names.
struct tensor_address {
  std::filesystem::path file;     ///< the path
  std::string tensor;             ///< empty when the address names none
  std::vector<std::size_t> index; ///< leading indices
};

/// Takes the address apart. The name of an existing file is that file, whatever colons it has; otherwise the tensor
/// stands behind the last colon that has an existing file before it, or behind the last one. FILE:[i] has an index and
/// no name. Throws input_error, calling the array a `kind` ("state", "matrix"), for an empty FILE or a malformed index.
tensor_address parse_address(std::string_view address, std::string_view kind);

/// The only one of a file's names; throws input_error when there are none or several.
std::string only_name(const std::filesystem::path& file, const std::vector<std::string>& names, std::string_view kind);

/// Throws input_error, beginning with tensor_label(file, name), unless the index leaves `wanted` axes of the shape.
/// `meaning` says what they are, such as "a state is streams x features".
void require_axes(std::size_t wanted, const std::filesystem::path& file, std::string_view name,
                  std::span<const std::size_t> shape, std::span<const std::size_t> index, std::string_view meaning);

} // namespace mixcert
