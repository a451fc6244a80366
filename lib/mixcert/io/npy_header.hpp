// What a NumPy file says about itself, checked against the file's size.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mixcert/io/input_file.hpp"

namespace mixcert {

/// Of the numbers in an .npy file.
enum class npy_kind { real, signed_integer, unsigned_integer };

/// What the header of an .npy file says.
struct npy_header {
  npy_kind kind = npy_kind::real; ///< what they are
  std::size_t width = 8;          ///< bytes of an element: 2, 4 or 8; of an integer, 1 too
  bool big_endian = false;        ///< byte order
  bool fortran_order = false;     ///< else C order
  std::vector<std::size_t> shape; ///< of the array
  std::size_t data_begin = 0;     ///< where the elements start
};

/// Whether the bytes begin as every NumPy file does.
bool is_npy(std::span<const std::byte> bytes);

/// Reads the header of a .npy file (format version 1, 2 or 3), and nothing behind it.
///
/// The header is a Python dict with exactly the keys descr, fortran_order and shape, each once; nothing is evaluated. A
/// descr is an order (`<`, `>`; as in NumPy `=`, `|` or none stand for this machine's own), f, i or u, and a width.
///
/// Guaranteed of the result: the header is at most 10 MB long; the product of the axes that are not zero, in bytes,
/// fits std::size_t, and the elements fill the rest of the file exactly. Anything else throws input_error that says
/// what is wrong and what to do; its message begins with `label`.
npy_header parse_npy_header(const std::string& label, const file_range& file);

} // namespace mixcert
