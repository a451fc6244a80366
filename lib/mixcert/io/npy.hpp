// Arrays that NumPy saved.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "mixcert/io/input_file.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/scalar/matrix.hpp"

namespace mixcert {

/// The array of a .npy file, of any number of axes, in C order whatever order the file has, or the slice that a leading
/// index picks from it (as safetensors_file::read does). Its name is empty.
///
/// Element types are float64, float32, float16 and the whole numbers of 8, 16, 32 and 64 bits, in either byte order.
/// Values are exact and finite: a whole number that no binary64 number equals is refused. The tensor's type is the
/// float's, and f64 for whole numbers; sha256 is that of the slice's values as little-endian numbers of this type, in C
/// order, so it is that of the file's own data when they are little-endian floats in C order.
///
/// Throws input_error naming the file, the index where there is one, and a remedy: for what parse_npy_header refuses, a
/// leading index that picks nothing, a value that is NaN, infinite or no binary64 number, or a file that changes while
/// it is read. Nothing is allocated before header and file size are found to agree.
tensor read_npy(const std::filesystem::path& file, std::span<const std::size_t> leading_index = {});

/// The same of a .npy file that is part of another, but for changes of the file; `file` and `name` go into the tensor
/// and into messages.
tensor parse_npy(const std::filesystem::path& file, const std::string& name, const file_range& contents,
                 std::span<const std::size_t> leading_index = {}, digest sha256 = digest::computed);

/// The bytes of a .npy file of these numbers, as little-endian float64 in C order.
std::string to_npy(const matrix<double>& values);

} // namespace mixcert
