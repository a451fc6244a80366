#include "mixcert/io/zip_directory.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

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
  directory_parser(const std::string& label, const input_file& archive) : label_(label), archive_(archive) {}

  std::map<std::string, zip_member, std::less<>> parse() {
    find_end();
    const std::size_t count = number(end_record_, 10, 2);
    const std::size_t size = number(end_record_, 12, 4);
    begin_ = number(end_record_, 16, 4);
    if (count == zip64_count || size == zip64_size || begin_ == zip64_size) refuse_zip64();
    if (number(end_record_, 4, 2) != 0 || number(end_record_, 6, 2) != 0 || number(end_record_, 8, 2) != count)
      refuse("is one part of an archive in several", "join the parts");
    if (begin_ > end_ || end_ - begin_ != size) refuse_damaged("the directory is not where its end says");
    const std::vector<std::byte> directory = archive_.read(begin_, size);
    std::span<const std::byte> rest = directory;
    for (std::size_t i = 0; i < count; ++i) rest = rest.subspan(read_member(rest));
    if (!rest.empty()) refuse_damaged("the directory holds more than it says");
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

  static std::size_t number(std::span<const std::byte> record, std::size_t at, std::size_t width) {
    return little_endian_number(record.subspan(at, width));
  }

  /// The end record is the last thing in the archive but for a comment, whose length it gives.
  void find_end() {
    const std::size_t most = std::min(archive_.size(), end_size + longest_comment);
    const std::vector<std::byte> tail = archive_.read(archive_.size() - most, most);
    for (std::size_t length = end_size; length <= tail.size(); ++length) {
      const auto record = std::span(tail).last(length);
      if (!as_text(record).starts_with(end_signature) || number(record, 20, 2) != length - end_size) continue;
      end_ = archive_.size() - length;
      end_record_.assign(record.begin(), record.end());
      return;
    }
    refuse_damaged("it has no end, as when it is truncated");
  }

  /// Of the entry that the rest of the directory begins with; returns the entry's length.
  std::size_t read_member(std::span<const std::byte> rest) {
    if (rest.size() < central_size || !as_text(rest).starts_with(central_signature))
      refuse_damaged("an entry of the directory is none");
    const std::size_t name_size = number(rest, 28, 2);
    const std::size_t entry_size = central_size + name_size + number(rest, 30, 2) + number(rest, 32, 2);
    if (rest.size() < entry_size) refuse_damaged("an entry of the directory goes beyond its end");
    const std::string name(as_text(rest.subspan(central_size, name_size)));

    zip_member member;
    member.is_encrypted = (number(rest, 8, 2) & 1) != 0;
    member.method = static_cast<std::uint16_t>(number(rest, 10, 2));
    member.crc32 = static_cast<std::uint32_t>(number(rest, 16, 4));
    member.stored_size = number(rest, 20, 4);
    member.size = number(rest, 24, 4);
    const std::size_t local = number(rest, 42, 4);
    if (member.stored_size == zip64_size || member.size == zip64_size || local == zip64_size) refuse_zip64();
    member.begin = data_begin(name, local);
    if (member.stored_size > begin_ - member.begin ||
        (member.method == 0 && !member.is_encrypted && member.size != member.stored_size))
      refuse_damaged("member '" + printable(name) + "' does not have the size that the directory says");
    if (!members_.emplace(name, member).second) refuse_damaged("it has two members '" + printable(name) + "'");
    return entry_size;
  }

  std::size_t data_begin(const std::string& name, std::size_t local) const {
    const auto lost = [&] { refuse_damaged("member '" + printable(name) + "' is not where the directory says"); };
    if (local > begin_ || begin_ - local < local_size + name.size()) lost();
    const std::vector<std::byte> header = archive_.read(local, local_size + name.size());
    if (!as_text(header).starts_with(local_signature) || !as_text(header).ends_with(name)) lost();
    const std::size_t begin = local + header.size() + number(header, 28, 2);
    if (begin > begin_ || number(header, 26, 2) != name.size()) lost();
    return begin;
  }

  const std::string& label_;
  const input_file& archive_;
  std::size_t begin_ = 0;             ///< of the central directory
  std::size_t end_ = 0;               ///< where the record begins that ends the archive
  std::vector<std::byte> end_record_; ///< with the comment behind it
  std::map<std::string, zip_member, std::less<>> members_;
};

} // namespace

bool is_zip(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(local_signature) || as_text(bytes).starts_with(end_signature);
}

std::map<std::string, zip_member, std::less<>> parse_zip_directory(const std::string& label,
                                                                   const input_file& archive) {
  return directory_parser(label, archive).parse();
}

} // namespace mixcert
