// A real array, from whatever file holds one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "mixcert/io/address.hpp"
#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// What the first bytes of a file say it is.
enum class file_format { safetensors, safetensors_index, npy, npz, matrix_market };

/// What kind of file it is, its first bytes say or, when these are damaged, its name, so that the right reader says
/// what is wrong. Throws input_error for a file of any other kind.
file_format format_of(const std::filesystem::path& file);

/// The array of that many axes that the address names: of a safetensors file, one with its index, or an .npz archive
/// the named tensor, or the only one; of a .npy file its array; of all, leading indices pick from more axes. `kind` and
/// `meaning` say in messages what is wanted, such as "state" and "a state is streams x features". Throws input_error,
/// naming the file, the tensor where there is one and a remedy, for any other file and for what the readers refuse.
tensor read_array(const tensor_address& where, std::string_view kind, std::string_view meaning, std::size_t axes = 2);

/// The shape of the whole array that the address names, of any number of axes. Throws as read_array for a file or a
/// name that it refuses.
std::vector<std::size_t> shape_of(const tensor_address& where, std::string_view kind);

/// Throws input_error when the address names a tensor of a file that holds one array without a name.
void require_no_name(const tensor_address& where);

} // namespace mixcert
