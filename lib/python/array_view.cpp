#include "array_view.hpp"

#include "dlpack.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace py = pybind11;

namespace mixcert::python {
namespace {

bool is_true(const py::object& object, const char* attribute) {
  const py::object value = py::getattr(object, attribute, py::none());
  return PyBool_Check(value.ptr()) != 0 && value.ptr() == Py_True;
}

/// The type of numbers as Python writes it, or of the object.
std::string type_name(const py::object& object) {
  const py::object type = py::getattr(object, "dtype", py::none());
  return printable(
      py::str(type.is_none() ? py::object(py::type::of(object).attr("__name__")) : type).cast<std::string>());
}

bool is_array(const py::handle& x) { return py::hasattr(x, "dtype") && py::hasattr(x, "ndim"); }

/// Whether a list, or a list of lists, has numbers only that binary64 holds: numpy.asarray would round others.
bool is_exact(const py::handle& x) {
  constexpr long long most = 1LL << 53;
  if (PyFloat_Check(x.ptr()) != 0 || PyBool_Check(x.ptr()) != 0) return true;
  if (PyLong_Check(x.ptr()) != 0) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(x.ptr(), &overflow);
    return overflow == 0 && -most <= number && number <= most;
  }
  if (is_array(x)) {
    const auto kind = py::str(x.attr("dtype").attr("kind")).cast<std::string>();
    return kind == "f" || ((kind == "i" || kind == "u") && is_exact(x.attr("tolist")()));
  }
  if (!py::isinstance<py::list>(x) && !py::isinstance<py::tuple>(x)) return false;
  for (const py::handle& item : x)
    if (!is_exact(item)) return false;
  return true;
}

void append_little_endian(std::uint64_t bits, std::size_t count, std::string& bytes) {
  for (std::size_t k = 0; k < count; ++k) bytes += static_cast<char>(bits >> (8 * k) & 0xFF);
}

/// The number at that place, in this machine's byte order or the other one.
std::uint64_t bits_at(const char* number, std::size_t count, bool swapped) {
  const bool big = (std::endian::native == std::endian::big) != swapped;
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < count; ++k)
    bits |= std::uint64_t{static_cast<unsigned char>(number[k])} << 8 * (big ? count - 1 - k : k);
  return bits;
}

} // namespace

array_view::array_view(const py::object& object, std::string label) : label_(std::move(label)) {
  if (is_true(object, "requires_grad"))
    refuse("requires a gradient; the certificate is of its numbers: give " + label_ + ".detach()");
  if (is_array(object) && py::hasattr(object, "mask"))
    refuse("is a masked array; give its data, or what takes the place of what is masked");
  if ((py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) && !is_exact(object))
    refuse(
        "is a list of other things than numbers, or has whole numbers beyond 2^53; give an array of float64 numbers");
  if (PyObject_CheckBuffer(object.ptr()) != 0)
    view_buffer(object);
  else if (py::hasattr(object, "__dlpack__"))
    view_dlpack(object);
  else
    view_buffer(py::module_::import("numpy").attr("asarray")(object));
}

void array_view::refuse(const std::string& what) const { throw input_error(label_ + ": " + what); }

void array_view::view_buffer(const py::object& object) {
  auto view = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), view.get(), PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    refuse("has numbers of type " + type_name(object) + "; give float64, float32 or float16");
  }
  owner_ = {view.release(), [](void* held) {
              auto* const buffer = static_cast<Py_buffer*>(held);
              PyBuffer_Release(buffer);
              delete buffer;
            }};
  const auto* const buffer = static_cast<const Py_buffer*>(owner_.get());
  std::string_view format = buffer->format == nullptr ? "B" : buffer->format;
  if (!format.empty() && std::string_view("@=<>!").find(format.front()) != format.npos) {
    const bool big = format.front() == '>' || format.front() == '!', little = format.front() == '<';
    swapped_ = std::endian::native == std::endian::little ? big : little;
    format.remove_prefix(1);
  }
  element_bytes_ = static_cast<std::size_t>(buffer->itemsize);
  if (format == "d" || format == "f" || format == "e")
    type_ = format == "d" ? dtype::f64 : format == "f" ? dtype::f32 : dtype::f16;
  else if (format.size() == 1 && std::string_view("bhilq").find(format) != format.npos)
    element_ = element::integer;
  else if (format.size() == 1 && std::string_view("BHILQ").find(format) != format.npos)
    element_ = element::natural;
  else
    refuse("has numbers of type " + type_name(object) + "; give float64, float32 or float16");
  data_ = static_cast<const char*>(buffer->buf);
  shape_.assign(buffer->shape, buffer->shape + buffer->ndim);
  strides_.assign(buffer->strides, buffer->strides + buffer->ndim);
}

void array_view::view_dlpack(const py::object& object) {
  py::object capsule;
  try {
    if (py::hasattr(object, "__dlpack_device__")) {
      const auto device = object.attr("__dlpack_device__")().cast<py::tuple>()[0].cast<int>();
      if (device != dlpack::cpu && device != dlpack::cuda_host)
        refuse("is on another device than the CPU; give " + label_ + ".cpu()");
    }
    capsule = object.attr("__dlpack__")();
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    refuse("cannot be read as it is: " + printable(py::str(error.value()).cast<std::string>()) +
           "; give a dense tensor of floating-point numbers on the CPU");
  }
  auto* const managed = static_cast<dlpack::managed_tensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (managed == nullptr) throw py::error_already_set();
  // The capsule is not marked as used: with it goes the tensor.
  owner_ = std::make_shared<py::object>(std::move(capsule));
  const dlpack::tensor& t = managed->tensor;
  element_bytes_ = t.type.bits / 8U;
  const bool plain =
      t.type.lanes == 1 && std::has_single_bit(element_bytes_) && element_bytes_ <= 8 && t.type.bits % 8 == 0;
  if (plain && t.type.code == dlpack::floating && element_bytes_ > 1)
    type_ = element_bytes_ == 8 ? dtype::f64 : element_bytes_ == 4 ? dtype::f32 : dtype::f16;
  else if (plain && t.type.code == dlpack::bfloat && element_bytes_ == 2)
    type_ = dtype::bf16;
  else if (plain && t.type.code == dlpack::integer)
    element_ = element::integer;
  else if (plain && t.type.code == dlpack::natural)
    element_ = element::natural;
  else
    refuse("has numbers of type " + type_name(object) + "; give float64, float32, bfloat16 or float16");
  data_ = static_cast<const char*>(t.data) + t.byte_offset;
  shape_.assign(t.shape, t.shape + t.axes);
  strides_.resize(shape_.size());
  auto stride = static_cast<std::ptrdiff_t>(element_bytes_);
  for (std::size_t axis = shape_.size(); axis-- > 0;) {
    strides_[axis] = t.strides == nullptr ? stride : t.strides[axis] * static_cast<std::ptrdiff_t>(element_bytes_);
    stride *= static_cast<std::ptrdiff_t>(shape_[axis]);
  }
}

void array_view::put(const char* number, std::string& bytes) const {
  const std::uint64_t bits = bits_at(number, element_bytes_, swapped_);
  if (element_ == element::as_stored) return append_little_endian(bits, element_bytes_, bytes);
  const std::size_t unused = 64 - 8 * element_bytes_;
  const bool negative = element_ == element::integer && (bits << unused >> 63) != 0;
  const std::uint64_t magnitude = negative ? (~(bits << unused) >> unused) + 1 : bits;
  if (magnitude > std::uint64_t{1} << 53)
    refuse("has the whole number " + std::string(negative ? "-" : "") + std::to_string(magnitude) +
           ", which is beyond 2^53; give float64 numbers");
  const double value = static_cast<double>(magnitude);
  append_little_endian(std::bit_cast<std::uint64_t>(negative ? -value : value), sizeof value, bytes);
}

std::string array_view::bytes(std::size_t first, std::size_t count) const {
  std::string r;
  const std::size_t stored_bytes = dtype_bytes(type_);
  r.reserve(count * stored_bytes);
  if (count == 0) return r;
  const std::size_t axes = shape_.size();
  const std::size_t row = axes == 0 ? 1 : shape_.back();
  const std::ptrdiff_t step = axes == 0 ? 0 : strides_.back();
  const bool as_they_are = element_ == element::as_stored && !swapped_ && std::endian::native == std::endian::little &&
                           step == static_cast<std::ptrdiff_t>(element_bytes_);
  for (std::size_t at = first; at < first + count;) {
    const char* number = data_;
    std::size_t rest = at / row;
    for (std::size_t axis = axes == 0 ? 0 : axes - 1; axis-- > 0; rest /= shape_[axis])
      number += static_cast<std::ptrdiff_t>(rest % shape_[axis]) * strides_[axis];
    const std::size_t begin = at % row, length = std::min(row - begin, first + count - at);
    number += static_cast<std::ptrdiff_t>(begin) * step;
    if (as_they_are)
      r.append(number, length * element_bytes_);
    else
      for (std::size_t k = 0; k < length; ++k) put(number + static_cast<std::ptrdiff_t>(k) * step, r);
    at += length;
  }
  return r;
}

stored_array array_view::stored(const std::string& name) const {
  return {name, type_, shape_, bytes(0, element_count(shape_))};
}

tensor slice_of(const stored_array& array, const std::filesystem::path& file, std::size_t leading, std::size_t number) {
  tensor t;
  t.name = array.name;
  t.file = file;
  t.type = array.type;
  const std::span<const std::size_t> shape = array.shape;
  t.shape.assign(shape.begin() + static_cast<std::ptrdiff_t>(leading), shape.end());
  t.index = full_index({}, shape.first(leading), number);
  const std::size_t length = element_count(t.shape) * dtype_bytes(array.type);
  const auto bytes = std::as_bytes(std::span(array.bytes)).subspan(number * length, length);
  t.values = decode_little_endian(array.type, bytes);
  t.sha256 = sha256_hex(bytes);
  require_finite(t);
  return t;
}

tensor tensor_of(const stored_array& array, const std::filesystem::path& file) { return slice_of(array, file, 0, 0); }

} // namespace mixcert::python
