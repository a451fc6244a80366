#include "mixcert/io/safetensors.hpp"

#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

safetensors_file::safetensors_file(std::filesystem::path file)
    : contents_(std::move(file)), header_(parse_safetensors_header(contents_)) {}

std::vector<std::string> safetensors_file::names() const {
  std::vector<std::string> names;
  names.reserve(header_.tensors.size());
  for (const auto& [name, entry] : header_.tensors) names.push_back(name);
  return names;
}

bool safetensors_file::contains(std::string_view name) const { return header_.tensors.contains(name); }

const std::vector<std::size_t>& safetensors_file::shape(std::string_view name) const { return entry(name).shape; }

dtype safetensors_file::type(std::string_view name) const {
  const std::string& stored = entry(name).dtype;
  for (const dtype type : {dtype::f64, dtype::f32, dtype::bf16, dtype::f16})
    if (stored == dtype_name(type)) return type;
  refuse(name, "is of type " + printable(stored) +
                   ", which cannot be read; name another tensor, or store this one as F64, F32, BF16 or F16");
}

tensor safetensors_file::read(std::string_view name, std::span<const std::size_t> leading_index, digest sha256) const {
  const safetensors_entry& stored = entry(name);
  const dtype stored_type = type(name);

  const std::size_t number = slice_number(tensor_label(path(), name), stored.shape, leading_index);
  const auto slice_shape = std::span(stored.shape).subspan(leading_index.size());
  const std::size_t slice_bytes = element_count(slice_shape) * dtype_bytes(stored_type);

  const auto bytes = contents_.read(header_.data_begin + stored.begin + number * slice_bytes, slice_bytes);
  contents_.require_unchanged();
  tensor slice;
  slice.name = name;
  slice.file = path();
  slice.type = stored_type;
  slice.shape.assign(slice_shape.begin(), slice_shape.end());
  slice.values = decode_little_endian(stored_type, bytes);
  slice.index.assign(leading_index.begin(), leading_index.end());
  if (sha256 == digest::computed) slice.sha256 = sha256_hex(bytes);
  require_finite(slice);
  return slice;
}

void safetensors_file::refuse(std::string_view name, const std::string& what) const {
  throw input_error(tensor_label(path(), name) + what);
}

const safetensors_entry& safetensors_file::entry(std::string_view name) const {
  const auto found = header_.tensors.find(name);
  if (found != header_.tensors.end()) return found->second;

  refuse_unknown_tensor(path(), name, names());
}

} // namespace mixcert
