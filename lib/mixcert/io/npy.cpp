#include "mixcert/io/npy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/npy_header.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

/// Elements of a file read in the order in which they stand there, a block at a time.
class element_reader {
 public:
  /// `step` is how many elements lie from one that is wanted to the next; between far ones nothing is read.
  element_reader(const file_range& file, const npy_header& header, std::size_t step)
      : file_(file), header_(header), block_bytes_(step < 4096 ? std::size_t{1} << 16 : header.width) {}

  /// The bytes of the element with this number, as they stand. Numbers must grow from call to call.
  std::span<const std::byte> next(std::size_t number) {
    const std::size_t at = header_.data_begin + number * header_.width;
    if (at + header_.width > begin_ + block_.size()) {
      begin_ = at;
      block_ = file_.read(at, std::min(block_bytes_, file_.size() - at));
    }
    return std::span<const std::byte>(block_).subspan(at - begin_, header_.width);
  }

 private:
  const file_range& file_;
  const npy_header& header_;
  std::size_t block_bytes_;
  std::size_t begin_ = 0;
  std::vector<std::byte> block_;
};

/// The slice of a file in Fortran order, in C order.
std::vector<std::byte> transposed(const file_range& file, const npy_header& header,
                                  std::span<const std::size_t> leading_index) {
  const std::vector<std::size_t>& shape = header.shape;
  const std::size_t axes = shape.size(), first_axis = leading_index.size();
  std::vector<std::size_t> file_stride(axes), slice_stride(axes);
  for (std::size_t axis = 0, step = 1; axis < axes; step *= shape[axis++]) file_stride[axis] = step;
  std::size_t count = 1;
  for (std::size_t axis = axes; axis-- > first_axis; count *= shape[axis]) slice_stride[axis] = count;

  std::vector<std::byte> out(count * header.width);
  std::size_t from = 0, to = 0;
  for (std::size_t axis = 0; axis < first_axis; ++axis) from += leading_index[axis] * file_stride[axis];
  element_reader elements(file, header, first_axis < axes ? file_stride[first_axis] : 1);
  std::vector<std::size_t> index(axes);
  for (std::size_t done = 0; done < count; ++done) {
    std::ranges::copy(elements.next(from), out.begin() + static_cast<std::ptrdiff_t>(to * header.width));
    for (std::size_t axis = first_axis; axis < axes; ++axis) {
      from += file_stride[axis];
      to += slice_stride[axis];
      if (++index[axis] < shape[axis]) break;
      from -= index[axis] * file_stride[axis];
      to -= index[axis] * slice_stride[axis];
      index[axis] = 0;
    }
  }
  return out;
}

/// The slice's elements in C order, each least significant byte first.
std::vector<std::byte> slice_bytes(const file_range& file, const npy_header& header,
                                   std::span<const std::size_t> leading_index, std::size_t number) {
  const std::size_t width = header.width;
  const std::size_t size = element_count(std::span(header.shape).subspan(leading_index.size())) * width;
  if (size == 0) return {};
  std::vector<std::byte> bytes = header.fortran_order ? transposed(file, header, leading_index)
                                                      : file.read(header.data_begin + number * size, size);
  if (header.big_endian)
    for (std::size_t at = 0; at < size; at += width) std::ranges::reverse(std::span(bytes).subspan(at, width));
  return bytes;
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

tensor parse_npy(const std::filesystem::path& file, const std::string& name, const file_range& contents,
                 std::span<const std::size_t> leading_index, digest sha256) {
  const std::string label = tensor_label(file, name);
  const npy_header header = parse_npy_header(label, contents);
  const std::size_t number = slice_number(label, header.shape, leading_index);

  tensor slice;
  slice.name = name;
  slice.file = file;
  slice.shape.assign(header.shape.begin() + static_cast<std::ptrdiff_t>(leading_index.size()), header.shape.end());
  slice.index.assign(leading_index.begin(), leading_index.end());

  const std::vector<std::byte> elements = slice_bytes(contents, header, leading_index, number);
  if (header.kind != npy_kind::real) {
    decode_whole_numbers(header, elements, slice);
    if (sha256 == digest::computed) slice.sha256 = sha256_of_numbers(slice.values);
    return slice;
  }
  slice.type = real_type(header.width);
  slice.values = decode_little_endian(slice.type, elements);
  if (sha256 == digest::computed) slice.sha256 = sha256_hex(elements);
  require_finite(slice);
  return slice;
}

tensor read_npy(const std::filesystem::path& file, std::span<const std::size_t> leading_index) {
  const input_file contents(file);
  tensor array = parse_npy(file, "", file_range(contents), leading_index);
  contents.require_unchanged();
  return array;
}

std::string to_npy(const matrix<double>& values) {
  constexpr std::size_t prefix = 10, alignment = 64;
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(values.rows()) + ", " +
                       std::to_string(values.cols()) + "), }";
  while ((prefix + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  std::string r("\x93NUMPY\x01\x00", 8);
  const auto put = [&r](std::uint64_t number, int bytes) {
    for (int k = 0; k < bytes; ++k) r += static_cast<char>(number >> (8 * k) & 0xFFU);
  };
  put(header.size(), 2);
  r += header;
  for (const double x : values.values()) put(std::bit_cast<std::uint64_t>(x), 8);
  return r;
}

} // namespace mixcert
