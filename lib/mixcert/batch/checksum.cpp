#include "mixcert/batch/checksum.hpp"

#include <boost/crc.hpp>
#include <cstdint>

namespace mixcert {
namespace {

std::string ending_of(std::string_view object) {
  boost::crc_32_type crc;
  crc.process_bytes(object.data(), object.size());
  std::string digits(8, '0');
  for (std::uint32_t i = 0; i < 8; ++i) digits[i] = "0123456789abcdef"[crc.checksum() >> (28 - 4 * i) & 15];
  return ",\"crc32\":\"" + digits + "\"}";
}

} // namespace

std::string checked_line(std::string object) {
  const std::string ending = ending_of(object);
  return std::move(object) + ending + '\n';
}

bool is_whole_line(std::string_view line) {
  constexpr std::size_t length = std::string_view(",\"crc32\":\"xxxxxxxx\"}").size();
  if (line.size() < length) return false;
  const std::string_view object = line.substr(0, line.size() - length);
  return line.substr(object.size()) == ending_of(object);
}

} // namespace mixcert
