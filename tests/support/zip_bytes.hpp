// ZIP archives made by hand, right or wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/crc.hpp>

#include "support/safetensors_bytes.hpp"

namespace mixcert::test {

inline std::uint32_t crc32_of(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// An archive of stored members, one after another, as numpy.savez writes it.
class zip_bytes {
 public:
  zip_bytes& member(std::string_view name, std::string_view bytes, std::uint16_t method = 0, std::uint16_t flags = 0) {
    const std::string shared = little_endian(20, 2) + little_endian(flags, 2) + little_endian(method, 2) +
                               little_endian(0, 4) + little_endian(crc32_of(bytes), 4);
    const std::string sizes = little_endian(bytes.size(), 4) + little_endian(bytes.size(), 4);
    // The local header says its sizes in an extra field, as for archives beyond 4 GiB.
    const std::string extra =
        little_endian(1, 2) + little_endian(16, 2) + little_endian(bytes.size(), 8) + little_endian(bytes.size(), 8);
    directory_ += "PK\x01\x02" + little_endian(20, 2) + shared + sizes + little_endian(name.size(), 2) +
                  std::string(12, '\0') + little_endian(members_.size(), 4) + std::string(name);
    members_ += "PK\x03\x04" + shared + std::string(8, '\xff') + little_endian(name.size(), 2) +
                little_endian(extra.size(), 2) + std::string(name) + extra + std::string(bytes);
    ++count_;
    return *this;
  }

  zip_bytes& comment(std::string_view text) {
    comment_ = text;
    return *this;
  }

  const std::string& members() const { return members_; }
  const std::string& directory() const { return directory_; }

  std::string end() const {
    return "PK\x05\x06" + std::string(4, '\0') + little_endian(count_, 2) + little_endian(count_, 2) +
           little_endian(directory_.size(), 4) + little_endian(members_.size(), 4) + little_endian(comment_.size(), 2) +
           comment_;
  }

  std::string str() const { return members_ + directory_ + end(); }

 private:
  std::string members_;
  std::string directory_;
  std::string comment_;
  std::size_t count_ = 0;
};

} // namespace mixcert::test
