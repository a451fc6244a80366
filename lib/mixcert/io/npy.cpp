#include "mixcert/io/npy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/mapped_file.hpp"
#include "mixcert/io/npy_header.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

/// By how many elements the file moves on when an axis' index grows by one.
std::vector<std::size_t> strides(const npy_header& header) {
  const std::size_t axes = header.shape.size();
  std::vector<std::size_t> stride(axes);
  std::size_t step = 1;
  for (std::size_t k = 0; k < axes; ++k) {
    const std::size_t axis = header.fortran_order ? k : axes - 1 - k;
    stride[axis] = step;
    step *= header.shape[axis];
  }
  return stride;
}

/// The slice's elements in C order, each least significant byte first.
std::vector<std::byte> gathered(const npy_header& header, std::span<const std::byte> data,
                                std::span<const std::size_t> leading_index) {
  const std::size_t width = header.width;
  const std::vector<std::size_t> stride = strides(header);
  const std::size_t first_axis = leading_index.size();
  std::size_t offset = 0;
  for (std::size_t axis = 0; axis < first_axis; ++axis) offset += leading_index[axis] * stride[axis];

  std::vector<std::byte> out(element_count(std::span(header.shape).subspan(first_axis)) * width);
  std::vector<std::size_t> index(header.shape.size());
  for (std::size_t at = 0; at < out.size(); at += width) {
    const auto element = data.subspan(offset * width, width);
    if (header.big_endian)
      std::ranges::reverse_copy(element, out.begin() + static_cast<std::ptrdiff_t>(at));
    else
      std::ranges::copy(element, out.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t axis = index.size(); axis-- > first_axis;) {
      offset += stride[axis];
      if (++index[axis] < header.shape[axis]) break;
      offset -= index[axis] * stride[axis];
      index[axis] = 0;
    }
  }
  return out;
}

dtype real_type(std::size_t width) { return width == 8 ? dtype::f64 : width == 4 ? dtype::f32 : dtype::f16; }

/// Whether a binary64 number equals the whole number of this magnitude.
bool is_binary64(std::uint64_t magnitude) {
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= 53;
}

void decode_whole_numbers(const npy_header& header, std::span<const std::byte> bytes, tensor& slice) {
  const int unused_bits = static_cast<int>(64 - 8 * header.width);
  slice.values.resize(bytes.size() / header.width);
  for (std::size_t i = 0; i < slice.values.size(); ++i) {
    const std::uint64_t bits = little_endian_number(bytes.subspan(i * header.width, header.width));
    const std::int64_t extended = static_cast<std::int64_t>(bits << unused_bits) >> unused_bits;
    const bool negative = header.kind == npy_kind::signed_integer && extended < 0;
    const std::uint64_t magnitude = negative ? -static_cast<std::uint64_t>(extended) : bits;
    if (!is_binary64(magnitude))
      throw input_error(
          tensor_label(slice.file, slice.name) + "holds " + (negative ? "-" : "") + std::to_string(magnitude) + " at " +
          printable(full_index(slice.index, slice.shape, i)) +
          ", which no binary64 number equals; store the matrix as Matrix Market, which is read with radii");
    slice.values[i] = negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  }
}

} // namespace

tensor parse_npy(const std::filesystem::path& file, const std::string& name, std::span<const std::byte> bytes,
                 std::span<const std::size_t> leading_index) {
  const std::string label = tensor_label(file, name);
  const npy_header header = parse_npy_header(label, bytes);
  const std::size_t number = slice_number(label, header.shape, leading_index);

  tensor slice;
  slice.name = name;
  slice.file = file;
  slice.shape.assign(header.shape.begin() + static_cast<std::ptrdiff_t>(leading_index.size()), header.shape.end());
  slice.index.assign(leading_index.begin(), leading_index.end());

  const std::span<const std::byte> data = bytes.subspan(header.data_begin);
  // Another process may write through a mapping of its own: values and hash are of one copy.
  std::vector<std::byte> elements;
  if (header.big_endian || header.fortran_order) {
    elements = gathered(header, data, leading_index);
  } else {
    const std::size_t slice_bytes = element_count(slice.shape) * header.width;
    const auto mapped = data.subspan(number * slice_bytes, slice_bytes);
    elements.assign(mapped.begin(), mapped.end());
  }

  if (header.kind != npy_kind::real) {
    decode_whole_numbers(header, elements, slice);
    slice.sha256 = sha256_of_numbers(slice.values);
    return slice;
  }
  slice.type = real_type(header.width);
  slice.values = decode_little_endian(slice.type, elements);
  slice.sha256 = sha256_hex(elements);
  require_finite(slice);
  return slice;
}

tensor read_npy(const std::filesystem::path& file, std::span<const std::size_t> leading_index) {
  const mapped_file contents(file);
  tensor array = parse_npy(file, "", contents.bytes(), leading_index);
  contents.require_unchanged();
  return array;
}

} // namespace mixcert
