// The layout of what `__dlpack__` hands over (DLPack 0.2 to 0.8, the capsule "dltensor").
#pragma once

#include <cstdint>

namespace mixcert::python::dlpack {

struct device {
  std::int32_t type, id;
};
inline constexpr std::int32_t cpu = 1, cuda_host = 3;

struct data_type {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
enum code : std::uint8_t { integer = 0, natural = 1, floating = 2, bfloat = 4, boolean = 6 };

struct tensor {
  void* data;
  dlpack::device device;
  std::int32_t axes;
  data_type type;
  std::int64_t* shape;
  std::int64_t* strides; ///< in elements; null for C order
  std::uint64_t byte_offset;
};

/// What the capsule points at begins with the tensor.
struct managed_tensor {
  dlpack::tensor tensor;
  void* context;
  void (*release)(managed_tensor*);
};

} // namespace mixcert::python::dlpack
