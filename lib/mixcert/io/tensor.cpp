#include "mixcert/io/tensor.hpp"

#include <stdexcept>

#include "mixcert/printable.hpp"

namespace mixcert {

std::string_view dtype_name(dtype type) {
  switch (type) {
  case dtype::f64:
    return "F64";
  case dtype::f32:
    return "F32";
  case dtype::bf16:
    return "BF16";
  case dtype::f16:
    return "F16";
  }
  throw std::logic_error("dtype_name: not one of the four stored types");
}

std::string tensor_label(const std::filesystem::path& file, std::string_view name) {
  return file.string() + ": " + (name.empty() ? "" : "tensor '" + printable(name) + "' ");
}

} // namespace mixcert
