// NumPy files made by hand, right or wrong.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/safetensors_bytes.hpp"

namespace mixcert::test {

/// The file of that format version whose header is this text, of the right length, followed by these data.
inline std::string npy_with_header(std::string_view header, std::string_view data = {}, int version = 1) {
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little_endian(header.size(), version == 1 ? 2 : 4) + std::string(header) + std::string(data);
}

/// A shape as Python writes the tuple: (), (3,), (2, 3).
inline std::string python_tuple(const std::vector<std::size_t>& shape) {
  std::string out = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) out += (k == 0 ? "" : ", ") + std::to_string(shape[k]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

/// A header as numpy.save writes it.
inline std::string npy_header_text(std::string_view descr, const std::vector<std::size_t>& shape,
                                   bool fortran_order = false) {
  std::string out = "{'descr': '" + std::string(descr) + "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                    ", 'shape': " + python_tuple(shape) + ", }";
  out.resize((10 + out.size() + 64) / 64 * 64 - 11, ' ');
  return out + '\n';
}

inline std::string npy_bytes(std::string_view descr, const std::vector<std::size_t>& shape, std::string_view data,
                             bool fortran_order = false) {
  return npy_with_header(npy_header_text(descr, shape, fortran_order), data);
}

/// Numbers of `width` bytes each, every one with its bytes reversed.
inline std::string byte_swapped(std::string bytes, std::size_t width) {
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const std::string element = bytes.substr(at, width);
    bytes.replace(at, width, std::string(element.rbegin(), element.rend()));
  }
  return bytes;
}

} // namespace mixcert::test
