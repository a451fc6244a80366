// Safetensors files made by hand, right or wrong.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert::test {

/// The low `width` bytes of the number, least significant first.
inline std::string little_endian(std::uint64_t bits, std::size_t width) {
  std::string out;
  for (std::size_t k = 0; k < width; ++k) out += static_cast<char>(bits >> 8 * k & 0xff);
  return out;
}

inline std::string f64_bytes(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) out += little_endian(std::bit_cast<std::uint64_t>(value), 8);
  return out;
}

inline std::string f32_bytes(const std::vector<float>& values) {
  std::string out;
  for (const float value : values) out += little_endian(std::bit_cast<std::uint32_t>(value), 4);
  return out;
}

/// F16 or BF16 by their bit patterns.
inline std::string f16_bytes(const std::vector<std::uint16_t>& patterns) {
  std::string out;
  for (const std::uint16_t pattern : patterns) out += little_endian(pattern, 2);
  return out;
}

/// The file whose header is this text, of the right length, followed by these data.
inline std::string safetensors_with_header(std::string_view header, std::string_view data = {}) {
  return little_endian(header.size(), 8) + std::string(header) + std::string(data);
}

/// A valid file, one tensor after another. Names and strings must need no escapes in JSON.
class safetensors_bytes {
 public:
  safetensors_bytes& metadata(std::string_view key, std::string_view value) {
    metadata_ += (metadata_.empty() ? "" : ",") + quoted(key) + ':' + quoted(value);
    return *this;
  }

  safetensors_bytes& tensor(std::string_view name, std::string_view dtype, const std::vector<std::size_t>& shape,
                            std::string_view bytes) {
    std::string axes;
    for (const std::size_t axis : shape) axes += (axes.empty() ? "" : ",") + std::to_string(axis);
    entries_ += (entries_.empty() ? "" : ",") + quoted(name) + ":{\"dtype\":" + quoted(dtype) + ",\"shape\":[" + axes +
                "],\"data_offsets\":[" + std::to_string(data_.size()) + ',' +
                std::to_string(data_.size() + bytes.size()) + "]}";
    data_ += bytes;
    return *this;
  }

  /// Padded with spaces to a multiple of 8 bytes, as usual writers do.
  std::string header() const {
    std::string out = "{";
    if (!metadata_.empty()) out += "\"__metadata__\":{" + metadata_ + (entries_.empty() ? "}" : "},");
    out += entries_ + '}';
    out.resize((out.size() + 7) / 8 * 8, ' ');
    return out;
  }

  std::string str() const { return safetensors_with_header(header(), data_); }

 private:
  static std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

  std::string metadata_;
  std::string entries_;
  std::string data_;
};

} // namespace mixcert::test
