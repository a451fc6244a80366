// Arrays that Python holds: NumPy's, others with the buffer protocol, and tensors with DLPack.
#pragma once

#include "mixcert/io/safetensors_writer.hpp"
#include "mixcert/io/tensor.hpp"

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mixcert::python {

/// Where an array's numbers are. Binary64, 32 and 16, bfloat16, and whole numbers that binary64 holds exactly, with any
/// strides and either byte order. To be used and destroyed with the GIL held.
class array_view {
 public:
  /// Nothing is copied, but for what has neither protocol, which numpy.asarray makes an array of. `label` is how
  /// messages call the array. Throws input_error for what is no array of such numbers in this machine's memory, or
  /// takes part in automatic differentiation.
  array_view(const pybind11::object& object, std::string label);

  const std::string& label() const { return label_; }
  const std::vector<std::size_t>& shape() const { return shape_; }
  /// As they are stored exactly: whole numbers as F64.
  dtype type() const { return type_; }

  /// So many numbers behind the first ones, in C order, least significant byte first. Throws input_error for a whole
  /// number beyond 2^53.
  std::string bytes(std::size_t first, std::size_t count) const;
  /// All of them.
  stored_array stored(const std::string& name) const;

 private:
  enum class element { as_stored, integer, natural };

  [[noreturn]] void refuse(const std::string& what) const;
  void view_buffer(const pybind11::object& object);
  void view_dlpack(const pybind11::object& object);
  void put(const char* number, std::string& bytes) const;

  std::string label_;
  std::shared_ptr<void> owner_; ///< keeps the numbers where they are
  const char* data_ = nullptr;
  std::vector<std::size_t> shape_;
  std::vector<std::ptrdiff_t> strides_; ///< in bytes
  element element_ = element::as_stored;
  std::size_t element_bytes_ = 0;
  bool swapped_ = false; ///< not this machine's byte order
  dtype type_ = dtype::f64;
};

/// The slice of a stored array that comes `number`-th, in C order, among those of the shape that is left behind
/// `leading` axes. `file` is what messages and the tensor call its file. Throws input_error where a number is not
/// finite.
tensor slice_of(const stored_array& array, const std::filesystem::path& file, std::size_t leading, std::size_t number);
/// All of it.
tensor tensor_of(const stored_array& array, const std::filesystem::path& file);

} // namespace mixcert::python
