#include "mixcert/io/matrix_source.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/mapped_file.hpp"
#include "mixcert/io/matrix_market.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/npy_header.hpp"
#include "mixcert/io/npz.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/zip_directory.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::string_view meaning = "a matrix is rows x columns";

enum class format { safetensors, npy, npz, matrix_market };

/// By the first bytes or, when these are damaged, by the name, so that the right reader says what is wrong.
format format_of(const std::filesystem::path& file) {
  const mapped_file contents(file);
  const std::span<const std::byte> bytes = contents.bytes();
  const std::string_view text = as_text(bytes);
  if (is_npy(bytes)) return format::npy;
  if (is_matrix_market(bytes)) return format::matrix_market;
  if (text.size() > 8 && text[8] == '{') return format::safetensors;
  if (is_zip(bytes)) return format::npz;
  if (text.starts_with("version https://git-lfs"))
    throw input_error(tensor_label(file, "") +
                      "is a Git LFS pointer, not the file itself; fetch the file with 'git lfs pull'");
  const std::string extension = file.extension().string();
  if (extension == ".npy") return format::npy;
  if (extension == ".npz") return format::npz;
  if (extension == ".mtx") return format::matrix_market;
  if (extension == ".safetensors") return format::safetensors;
  throw input_error(tensor_label(file, "") + (bytes.empty() ? "is empty" : "is no file of a kind that can be read") +
                    "; name a safetensors, .npy, .npz or Matrix Market file, such as numpy.save(file, array) writes");
}

void require_no_name(const tensor_address& where) {
  if (!where.tensor.empty())
    throw input_error(tensor_label(where.file, "") + "holds one array without a name, and no tensor '" +
                      printable(where.tensor) + "'; give the file alone");
}

tensor read_npy_matrix(const tensor_address& where) {
  require_no_name(where);
  const mapped_file contents(where.file);
  const auto shape = parse_npy_header(tensor_label(where.file, ""), contents.bytes()).shape;
  require_two_axes(where.file, "", shape, where.index, meaning);
  return read_npy(where.file, where.index);
}

matrix_data read_matrix_market_matrix(const tensor_address& where) {
  require_no_name(where);
  require_two_axes(where.file, "", std::array<std::size_t, 2>{}, where.index, meaning);
  auto [midpoint, radius] = read_matrix_market(where.file);
  return {std::move(midpoint), std::move(radius)};
}

/// Of a safetensors_file or an npz_file.
template <typename File> tensor read_named_matrix(const File& file, const tensor_address& where) {
  const std::string name = where.tensor.empty() ? only_name(file.path(), file.names(), "matrix") : where.tensor;
  require_two_axes(file.path(), name, file.shape(name), where.index, meaning);
  return file.read(name, where.index);
}

} // namespace

matrix_data read_matrix(std::string_view address) {
  const tensor_address where = parse_address(address, "matrix");
  switch (format_of(where.file)) {
  case format::safetensors:
    return {read_named_matrix(safetensors_file(where.file), where), {}};
  case format::npy:
    return {read_npy_matrix(where), {}};
  case format::npz:
    return {read_named_matrix(npz_file(where.file), where), {}};
  case format::matrix_market:
    return read_matrix_market_matrix(where);
  }
  throw std::logic_error("read_matrix: not one of the four formats");
}

} // namespace mixcert
