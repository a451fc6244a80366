#include "mixcert/io/array_source.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/checkpoint_index.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/matrix_market.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/npy_header.hpp"
#include "mixcert/io/npz.hpp"
#include "mixcert/io/zip_directory.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::size_t longest_beginning = 64;

std::vector<std::size_t> npy_shape(const tensor_address& where) {
  require_no_name(where);
  const input_file contents(where.file);
  return parse_npy_header(tensor_label(where.file, ""), file_range(contents)).shape;
}

tensor read_npy_array(const tensor_address& where, std::string_view meaning, std::size_t axes) {
  require_axes(axes, where.file, "", npy_shape(where), where.index, meaning);
  return read_npy(where.file, where.index);
}

/// The name of the array in a checkpoint or an npz_file.
template <typename File> std::string name_in(const File& file, const tensor_address& where, std::string_view kind) {
  return where.tensor.empty() ? only_name(file.path(), file.names(), kind) : where.tensor;
}

template <typename File>
tensor read_named_array(const File& file, const tensor_address& where, std::string_view kind, std::string_view meaning,
                        std::size_t axes) {
  const std::string name = name_in(file, where, kind);
  require_axes(axes, file.path(), name, file.shape(name), where.index, meaning);
  return file.read(name, where.index);
}

[[noreturn]] void refuse_matrix_market(const tensor_address& where, std::string_view kind) {
  throw input_error(tensor_label(where.file, "") + "is a Matrix Market file; a " + std::string(kind) +
                    " is read from safetensors, .npy or .npz: save it with numpy.save(file, array)");
}

} // namespace

file_format format_of(const std::filesystem::path& file) {
  const input_file contents(file);
  const std::vector<std::byte> bytes = file_range(contents).first(longest_beginning);
  const std::string_view text = as_text(bytes);
  if (is_npy(bytes)) return file_format::npy;
  if (is_matrix_market(bytes)) return file_format::matrix_market;
  if (is_safetensors_index(bytes)) return file_format::safetensors_index;
  if (text.size() > 8 && text[8] == '{') return file_format::safetensors;
  if (is_zip(bytes)) return file_format::npz;
  if (text.starts_with("version https://git-lfs"))
    throw input_error(tensor_label(file, "") +
                      "is a Git LFS pointer, not the file itself; fetch the file with 'git lfs pull'");
  const std::string extension = file.extension().string();
  if (extension == ".npy") return file_format::npy;
  if (extension == ".npz") return file_format::npz;
  if (extension == ".mtx") return file_format::matrix_market;
  if (extension == ".safetensors") return file_format::safetensors;
  if (extension == ".json") return file_format::safetensors_index;
  throw input_error(tensor_label(file, "") + (bytes.empty() ? "is empty" : "is no file of a kind that can be read") +
                    "; name a safetensors, .npy, .npz or Matrix Market file, such as numpy.save(file, array) writes");
}

void require_no_name(const tensor_address& where) {
  if (!where.tensor.empty())
    throw input_error(tensor_label(where.file, "") + "holds one array without a name, and no tensor '" +
                      printable(where.tensor) + "'; give the file alone");
}

std::vector<std::size_t> shape_of(const tensor_address& where, std::string_view kind) {
  switch (format_of(where.file)) {
  case file_format::safetensors:
  case file_format::safetensors_index: {
    const checkpoint file(where.file);
    return file.shape(name_in(file, where, kind));
  }
  case file_format::npy:
    return npy_shape(where);
  case file_format::npz: {
    const npz_file file(where.file);
    return file.shape(name_in(file, where, kind));
  }
  case file_format::matrix_market:
    refuse_matrix_market(where, kind);
  }
  throw std::logic_error("shape_of: not one of the formats");
}

tensor read_array(const tensor_address& where, std::string_view kind, std::string_view meaning, std::size_t axes) {
  switch (format_of(where.file)) {
  case file_format::safetensors:
  case file_format::safetensors_index:
    return read_named_array(checkpoint(where.file), where, kind, meaning, axes);
  case file_format::npy:
    return read_npy_array(where, meaning, axes);
  case file_format::npz:
    return read_named_array(npz_file(where.file), where, kind, meaning, axes);
  case file_format::matrix_market:
    refuse_matrix_market(where, kind);
  }
  throw std::logic_error("read_array: not one of the formats");
}

} // namespace mixcert
