#include "mixcert/io/safetensors_writer.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace mixcert {

std::string safetensors_file_of(const std::vector<stored_array>& arrays) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::size_t at = 0;
  for (const stored_array& a : arrays) {
    header[a.name] = {{"dtype", dtype_name(a.type)}, {"shape", a.shape}, {"data_offsets", {at, at + a.bytes.size()}}};
    at += a.bytes.size();
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  constexpr std::size_t alignment = 8, length_bytes = 8;
  text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
  std::string file;
  file.reserve(length_bytes + text.size() + at);
  for (std::size_t k = 0; k < length_bytes; ++k)
    file += static_cast<char>(static_cast<std::uint64_t>(text.size()) >> (8 * k) & 0xFF);
  file += text;
  for (const stored_array& a : arrays) file += a.bytes;
  return file;
}

} // namespace mixcert
