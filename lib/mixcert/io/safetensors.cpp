#include "mixcert/io/safetensors.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

std::size_t element_count(std::span<const std::size_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

/// The index, in a tensor of this shape, of the element that comes `position`-th in the slice picked by
/// `leading_index`.
std::vector<std::size_t> full_index(std::span<const std::size_t> leading_index,
                                    std::span<const std::size_t> slice_shape, std::size_t position) {
  std::vector<std::size_t> index(leading_index.begin(), leading_index.end());
  index.resize(leading_index.size() + slice_shape.size());
  for (std::size_t axis = slice_shape.size(); axis-- > 0; position /= slice_shape[axis])
    index[leading_index.size() + axis] = position % slice_shape[axis];
  return index;
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + printable(name);
  return out;
}

} // namespace

safetensors_file::safetensors_file(std::filesystem::path file)
    : contents_(std::move(file)), header_(parse_safetensors_header(contents_.path(), contents_.bytes())) {}

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

tensor safetensors_file::read(std::string_view name, std::span<const std::size_t> leading_index) const {
  const safetensors_entry& stored = entry(name);
  const dtype stored_type = type(name);

  if (leading_index.size() > stored.shape.size())
    refuse(name, "has shape " + printable(stored.shape) + " and no element " + printable(leading_index) +
                     "; give at most " + std::to_string(stored.shape.size()) + " indices");
  std::size_t slice_number = 0;
  for (std::size_t axis = 0; axis < leading_index.size(); ++axis) {
    const std::size_t length = stored.shape[axis];
    if (leading_index[axis] >= length)
      refuse(name, "has shape " + printable(stored.shape) + " and no slice " + printable(leading_index) + "; axis " +
                       std::to_string(axis) +
                       (length == 0 ? " is empty" : " takes 0 to " + std::to_string(length - 1)));
    slice_number = slice_number * length + leading_index[axis];
  }

  const auto slice_shape = std::span(stored.shape).subspan(leading_index.size());
  const std::size_t slice_bytes = element_count(slice_shape) * dtype_bytes(stored_type);
  const auto bytes =
      contents_.bytes().subspan(header_.data_begin + stored.begin + slice_number * slice_bytes, slice_bytes);

  contents_.require_unchanged();
  tensor slice;
  slice.name = name;
  slice.file = path();
  slice.type = stored_type;
  slice.shape.assign(slice_shape.begin(), slice_shape.end());
  slice.values = decode_little_endian(stored_type, bytes);
  slice.index.assign(leading_index.begin(), leading_index.end());
  slice.sha256 = sha256_hex(bytes);
  contents_.require_unchanged();

  const auto bad = std::ranges::find_if_not(slice.values, [](double x) { return std::isfinite(x); });
  if (bad != slice.values.end()) {
    const auto position = static_cast<std::size_t>(bad - slice.values.begin());
    refuse(name, std::string("holds ") +
                     (std::isnan(*bad) ? "NaN"
                      : *bad > 0       ? "Inf"
                                       : "-Inf") +
                     " at " + printable(full_index(leading_index, slice_shape, position)) +
                     "; nothing can be certified of it: repair the file, or choose a tensor of finite numbers");
  }
  return slice;
}

void safetensors_file::refuse(std::string_view name, const std::string& what) const {
  throw input_error(path().string() + ": tensor '" + printable(name) + "' " + what);
}

const safetensors_entry& safetensors_file::entry(std::string_view name) const {
  const auto found = header_.tensors.find(name);
  if (found != header_.tensors.end()) return found->second;

  std::vector<std::string> known = names();
  std::string message = path().string() + ": no tensor '" + printable(name) + '\'';
  if (known.empty())
    message += "; the file holds no tensors: name another file";
  else if (const auto near = near_names(name, known); !near.empty())
    message += "; near names: " + listed(near);
  else {
    const std::size_t shown = std::min<std::size_t>(known.size(), 3);
    message += "; the file holds " + std::to_string(known.size()) + " tensors: ";
    message += listed({known.begin(), known.begin() + static_cast<std::ptrdiff_t>(shown)});
    message += shown < known.size() ? ", ..." : "";
  }
  throw input_error(message);
}

} // namespace mixcert
