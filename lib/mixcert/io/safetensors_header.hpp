// What a safetensors file says about itself, checked against the file's size.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "mixcert/io/input_file.hpp"

namespace mixcert {

/// One tensor's entry; its bytes are [begin, end) of the file's data section.
struct safetensors_entry {
  std::string dtype;              ///< as written: any name, not only the four types that can be read
  std::vector<std::size_t> shape; ///< outermost axis first
  std::size_t begin = 0;          ///< first byte
  std::size_t end = 0;            ///< behind the last byte
};

/// What the header of a safetensors file says.
struct safetensors_header {
  std::map<std::string, safetensors_entry, std::less<>> tensors; ///< by name
  std::map<std::string, std::string> metadata;                   ///< the strings of __metadata__
  std::size_t data_begin = 0;                                    ///< where in the file the data section starts
};

/// Reads the header of a safetensors file, and nothing behind it.
///
/// Guaranteed of the result: every shape's product fits std::size_t; every entry lies in the data section and, where
/// the dtype's width is known, is as long as dtype and shape say; the entries cover the data section without overlap or
/// hole. Anything else throws input_error naming the file, the tensor where there is one, what is wrong and what to do;
/// so do keys given twice anywhere, a header longer than 100 MB, and whatever is not JSON in UTF-8. Fields of an entry
/// that the format does not define are ignored, as the reference implementation does.
safetensors_header parse_safetensors_header(const input_file& file);

} // namespace mixcert
