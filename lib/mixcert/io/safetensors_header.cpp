#include "mixcert/io/safetensors_header.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

using nlohmann::json;

static_assert(sizeof(std::size_t) == 8, "offsets are 64-bit numbers");

constexpr std::size_t length_bytes = 8;
constexpr std::size_t longest_header = 100'000'000;
constexpr std::size_t longest_magic = 32; ///< of the formats that are told apart

constexpr std::string_view damaged = "the file is damaged: write it again with a safetensors library";
constexpr std::string_view truncated = "the file is truncated: copy or download it again";

class header_parser {
 public:
  explicit header_parser(const input_file& file) : file_(file) {}

  safetensors_header parse() {
    const std::vector<std::byte> bytes = header_bytes();
    const std::string_view text = as_text(bytes);
    if (!text.starts_with('{')) refuse("header is not a JSON object: it does not begin with '{'", damaged);
    header_.data_begin = length_bytes + text.size();
    const json root = parse_json(text);
    for (const auto& [name, value] : root.items()) {
      if (name == "__metadata__")
        read_metadata(value);
      else
        header_.tensors.emplace(name, read_entry(name, value));
    }
    check_coverage();
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what, std::string_view remedy) const {
    throw input_error(file_.path().string() + ": " + what + "; " + std::string(remedy));
  }

  [[noreturn]] void refuse_tensor(std::string_view name, const std::string& what,
                                  std::string_view remedy = damaged) const {
    refuse("tensor '" + printable(name) + "' " + what, remedy);
  }

  std::size_t data_size() const { return file_.size() - header_.data_begin; }

  /// Files that people take for safetensors have a length field like any other.
  void refuse_other_formats(std::string_view beginning) const {
    if (beginning.starts_with("version https://git-lfs"))
      refuse("is a Git LFS pointer, not the file itself", "fetch the file with 'git lfs pull'");
    if (beginning.starts_with("\x93NUMPY"))
      refuse("is a NumPy file, not safetensors", "save its array with a safetensors library");
    if (beginning.starts_with("PK\x03\x04"))
      refuse("is a ZIP archive (.pt, .npz), not safetensors", "save the tensors with a safetensors library");
  }

  std::vector<std::byte> header_bytes() const {
    const std::vector<std::byte> beginning = file_range(file_).first(longest_magic);
    if (beginning.empty()) refuse("is empty", "copy or download it again");
    if (beginning.size() < length_bytes)
      refuse("is " + std::to_string(beginning.size()) + " bytes long, shorter than the 8-byte header length",
             truncated);

    const std::uint64_t length = little_endian_number(std::span(beginning).first(length_bytes));
    const std::size_t rest = file_.size() - length_bytes;
    if (length > rest || length > longest_header) refuse_other_formats(as_text(beginning));
    if (length > rest)
      refuse("header length " + std::to_string(length) + " goes beyond the end of the file, which has " +
                 std::to_string(rest) + " bytes after it",
             "the file is truncated or not safetensors: copy or download it again");
    if (length > longest_header)
      refuse("header length " + std::to_string(length) + " is above the format's limit of 100 MB",
             "split the file, or check that it is safetensors");
    return file_.read(length_bytes, length);
  }

  json parse_json(std::string_view text) const {
    try {
      return parse_strictly(text, length_bytes);
    } catch (const json_fault& fault) {
      switch (fault.what) {
      case json_fault::kind::too_deep:
        refuse_tensor(fault.member, "has an entry nested too deeply");
      case json_fault::kind::key_twice:
        if (fault.depth == 1) refuse_tensor(fault.member, "is listed twice");
        refuse("the entry '" + printable(fault.member) + "' has the key '" + printable(fault.key) + "' twice", damaged);
      case json_fault::kind::malformed:
        break;
      }
      refuse("header is not valid JSON (" + fault.reason + ')', damaged);
    }
  }

  void read_metadata(const json& value) {
    if (!value.is_object()) refuse("__metadata__ is not a JSON object", damaged);
    for (const auto& [key, text] : value.items()) {
      if (!text.is_string())
        refuse("__metadata__ has '" + printable(key) + "' with a value that is not a string",
               "write every metadata value as a string");
      header_.metadata.emplace(key, text.get<std::string>());
    }
  }

  safetensors_entry read_entry(const std::string& name, const json& value) const {
    if (!value.is_object()) refuse_tensor(name, "has an entry that is not a JSON object");
    safetensors_entry entry;
    const json& dtype = field(name, value, "dtype");
    if (!dtype.is_string()) refuse_tensor(name, "has a dtype that is not a string");
    entry.dtype = dtype.get<std::string>();
    entry.shape = whole_numbers(name, value, "shape");
    const std::vector<std::size_t> offsets = whole_numbers(name, value, "data_offsets");
    if (offsets.size() != 2)
      refuse_tensor(name, "has " + std::to_string(offsets.size()) + " data_offsets where there must be two");
    std::tie(entry.begin, entry.end) = std::tie(offsets[0], offsets[1]);
    check_extent(name, entry);
    return entry;
  }

  const json& field(const std::string& name, const json& value, const char* key) const {
    const auto found = value.find(key);
    if (found == value.end()) refuse_tensor(name, std::string("has no ") + key);
    return *found;
  }

  std::vector<std::size_t> whole_numbers(const std::string& name, const json& value, const char* key) const {
    const json& list = field(name, value, key);
    if (!list.is_array()) refuse_tensor(name, std::string("has a ") + key + " that is not a list");
    std::vector<std::size_t> numbers;
    for (const json& number : list) {
      if (!number.is_number_unsigned())
        refuse_tensor(name, std::string("has ") + printable(number.dump()) + " in its " + key +
                                ", which holds whole numbers from 0 to 2^64-1");
      numbers.push_back(number.get<std::size_t>());
    }
    return numbers;
  }

  void check_extent(const std::string& name, const safetensors_entry& entry) const {
    const std::string offsets = "data_offsets " + printable(std::array{entry.begin, entry.end});
    if (entry.begin > entry.end) refuse_tensor(name, "has " + offsets + " in reverse order");
    if (entry.end > data_size())
      refuse_tensor(name,
                    "has " + offsets + " beyond the end of the file, which holds " + std::to_string(data_size()) +
                        " bytes of data",
                    truncated);

    std::optional<std::size_t> count = 1;
    for (const std::size_t axis : entry.shape) count = product(count, axis);
    const std::string what = "of type " + printable(entry.dtype) + " and shape " + printable(entry.shape);
    if (!count) refuse_tensor(name, what + " would have more than 2^64-1 elements");
    const std::optional<std::size_t> width = bits_per_element(entry.dtype);
    if (!width) return;
    const std::optional<std::size_t> bits = product(count, *width);
    if (!bits || *bits % 8 != 0 || *bits / 8 != entry.end - entry.begin)
      refuse_tensor(name, what + " does not fill its " + offsets + ": it needs " +
                              (bits ? std::to_string(*bits / 8) + " bytes" : "more than 2^64-1 bits") +
                              " where there are " + std::to_string(entry.end - entry.begin));
  }

  static std::optional<std::size_t> product(std::optional<std::size_t> a, std::size_t b) {
    std::size_t out = 0;
    if (!a || __builtin_mul_overflow(*a, b, &out)) return std::nullopt;
    return out;
  }

  /// The types that the format defines; a newer one is taken at its word.
  static std::optional<std::size_t> bits_per_element(std::string_view dtype) {
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 22> widths{{
        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"BOOL", 8},        {"U8", 8},          {"I8", 8},
        {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
        {"U16", 16},    {"F16", 16},    {"BF16", 16},   {"I32", 32},        {"U32", 32},        {"F32", 32},
        {"C64", 64},    {"F64", 64},    {"I64", 64},    {"U64", 64},
    }};
    const auto found = std::ranges::find(widths, dtype, [](const auto& entry) { return entry.first; });
    return found == widths.end() ? std::nullopt : std::optional(found->second);
  }

  void check_coverage() const {
    std::vector<std::tuple<std::size_t, std::size_t, std::string_view>> extents;
    for (const auto& [name, entry] : header_.tensors) extents.emplace_back(entry.begin, entry.end, name);
    std::ranges::sort(extents);

    std::size_t covered = 0;
    std::string_view previous;
    for (const auto& [begin, end, name] : extents) {
      if (begin < covered)
        refuse_tensor(name, "begins at byte " + std::to_string(begin) + " of the data, inside tensor '" +
                                printable(previous) + "', which ends at " + std::to_string(covered));
      if (begin > covered)
        refuse_tensor(name, "begins at byte " + std::to_string(begin) + " of the data, but bytes " +
                                std::to_string(covered) + " to " + std::to_string(begin) +
                                " before it belong to no tensor (the format allows no holes)");
      covered = end;
      previous = name;
    }
    if (covered < data_size())
      refuse("has " + std::to_string(data_size() - covered) +
                 " trailing bytes that belong to no tensor (the format allows no holes)",
             damaged);
  }

  const input_file& file_;
  safetensors_header header_;
};

} // namespace

safetensors_header parse_safetensors_header(const input_file& file) { return header_parser(file).parse(); }

} // namespace mixcert
