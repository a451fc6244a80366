#include "mixcert/io/zip_directory.hpp"

#include <string_view>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

// APPNOTE.TXT, the format's definition: sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (end).
constexpr std::string_view local_signature = "PK\x03\x04";
constexpr std::string_view central_signature = "PK\x01\x02";
constexpr std::string_view end_signature = "PK\x05\x06";
constexpr std::size_t local_size = 30;
constexpr std::size_t central_size = 46;
constexpr std::size_t end_size = 22;
constexpr std::size_t longest_comment = 0xffff;
constexpr std::uint64_t zip64_count = 0xffff;
constexpr std::uint64_t zip64_size = 0xffffffff;

class directory_parser {
 public:
  directory_parser(const std::string& label, std::span<const std::byte> bytes) : label_(label), bytes_(bytes) {}

  std::map<std::string, zip_member, std::less<>> parse() {
    find_end();
    const std::size_t count = number(end_ + 10, 2);
    const std::size_t size = number(end_ + 12, 4);
    begin_ = number(end_ + 16, 4);
    if (count == zip64_count || size == zip64_size || begin_ == zip64_size) refuse_zip64();
    if (number(end_ + 4, 2) != 0 || number(end_ + 6, 2) != 0 || number(end_ + 8, 2) != count)
      refuse("is one part of an archive in several", "join the parts");
    if (begin_ > end_ || end_ - begin_ != size) refuse_damaged("the directory is not where its end says");
    std::size_t at = begin_;
    for (std::size_t i = 0; i < count; ++i) at = read_member(at);
    if (at != end_) refuse_damaged("the directory holds more than it says");
    return std::move(members_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw input_error(label_ + what + "; " + remedy);
  }

  [[noreturn]] void refuse_damaged(const std::string& what) const {
    refuse("is a damaged ZIP archive: " + what, "copy or download it again");
  }

  [[noreturn]] void refuse_zip64() const {
    refuse("is a ZIP64 archive, of more than 2 GiB or 65535 members", "save its arrays one by one with numpy.save");
  }

  std::size_t number(std::size_t at, std::size_t width) const {
    return little_endian_number(bytes_.subspan(at, width));
  }

  bool stands_at(std::string_view signature, std::size_t at) const {
    return as_text(bytes_).substr(at, signature.size()) == signature;
  }

  /// The end record is the last thing in the archive but for a comment, whose length it gives.
  void find_end() {
    for (std::size_t comment = 0; comment <= longest_comment && bytes_.size() >= end_size + comment; ++comment) {
      end_ = bytes_.size() - end_size - comment;
      if (stands_at(end_signature, end_) && number(end_ + 20, 2) == comment) return;
    }
    refuse_damaged("it has no end, as when it is truncated");
  }

  std::size_t read_member(std::size_t at) {
    if (end_ - at < central_size || !stands_at(central_signature, at))
      refuse_damaged("an entry of the directory is none");
    const std::size_t name_size = number(at + 28, 2);
    const std::size_t entry_size = central_size + name_size + number(at + 30, 2) + number(at + 32, 2);
    if (end_ - at < entry_size) refuse_damaged("an entry of the directory goes beyond its end");
    const std::string name(as_text(bytes_.subspan(at + central_size, name_size)));

    zip_member member;
    member.is_encrypted = (number(at + 8, 2) & 1) != 0;
    member.method = static_cast<std::uint16_t>(number(at + 10, 2));
    member.crc32 = static_cast<std::uint32_t>(number(at + 16, 4));
    member.stored_size = number(at + 20, 4);
    member.size = number(at + 24, 4);
    const std::size_t local = number(at + 42, 4);
    if (member.stored_size == zip64_size || member.size == zip64_size || local == zip64_size) refuse_zip64();
    member.begin = data_begin(name, local);
    if (member.stored_size > begin_ - member.begin ||
        (member.method == 0 && !member.is_encrypted && member.size != member.stored_size))
      refuse_damaged("member '" + printable(name) + "' does not have the size that the directory says");
    if (!members_.emplace(name, member).second) refuse_damaged("it has two members '" + printable(name) + "'");
    return at + entry_size;
  }

  std::size_t data_begin(const std::string& name, std::size_t local) const {
    const auto lost = [&] { refuse_damaged("member '" + printable(name) + "' is not where the directory says"); };
    if (local > begin_ || begin_ - local < local_size || !stands_at(local_signature, local)) lost();
    const std::size_t begin = local + local_size + number(local + 26, 2) + number(local + 28, 2);
    if (begin > begin_ || !stands_at(name, local + local_size) || number(local + 26, 2) != name.size()) lost();
    return begin;
  }

  const std::string& label_;
  std::span<const std::byte> bytes_;
  std::size_t begin_ = 0; ///< of the central directory
  std::size_t end_ = 0;   ///< where the record begins that ends the archive
  std::map<std::string, zip_member, std::less<>> members_;
};

} // namespace

bool is_zip(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(local_signature) || as_text(bytes).starts_with(end_signature);
}

std::map<std::string, zip_member, std::less<>> parse_zip_directory(const std::string& label,
                                                                   std::span<const std::byte> bytes) {
  return directory_parser(label, bytes).parse();
}

} // namespace mixcert
