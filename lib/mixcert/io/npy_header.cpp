#include "mixcert/io/npy_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t version_end = 8;
constexpr std::size_t longest_magic = 32; ///< of the formats that are told apart
constexpr std::size_t longest_header = 10'000'000;

constexpr std::string_view damaged = "the file is damaged: write it again with numpy.save";
constexpr std::string_view truncated = "the file is truncated: copy or download it again";
constexpr std::string_view convert = "save real numbers: numpy.save(file, array.astype('f8'))";

bool is_digit(char c) { return '0' <= c && c <= '9'; }

struct unreadable {
  std::string_view holds;
  std::string_view remedy;
};

/// NumPy's kinds of elements other than real and whole numbers, by their letter.
unreadable unreadable_kind(char letter) {
  switch (letter) {
  case 'O':
    return {"pickled Python objects", convert};
  case 'c':
    return {"complex numbers",
            "save real numbers; the real matrix [[Re,-Im],[Im,Re]] has a complex matrix's singular values twice each"};
  case 'b':
    return {"truth values", "save numbers: numpy.save(file, array.astype('i1'))"};
  case 'S':
  case 'a':
  case 'U':
    return {"text", convert};
  case 'V':
    return {"raw bytes or records", "save numbers: bfloat16, which NumPy saves so, as float32 or in safetensors"};
  case 'M':
  case 'm':
    return {"dates or times", convert};
  default:
    return {"elements of an unknown kind", convert};
  }
}

class header_parser {
 public:
  header_parser(const std::string& label, const file_range& file) : label_(label), file_(file) {}

  npy_header parse() {
    const std::vector<std::byte> bytes = header_bytes();
    rest_ = as_text(bytes);
    read_dict();
    check_size();
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what, std::string_view remedy = damaged) const {
    throw input_error(label_ + what + "; " + std::string(remedy));
  }

  [[noreturn]] void refuse_header(const std::string& what) const { refuse("has a header " + what); }

  std::size_t length_bytes() const { return version_ == 1 ? 2 : 4; }

  void check_beginning() {
    const std::vector<std::byte> beginning = file_.first(longest_magic);
    if (beginning.empty()) refuse("is empty", "copy or download it again");
    if (as_text(beginning).starts_with("version https://git-lfs"))
      refuse("is a Git LFS pointer, not the file itself", "fetch the file with 'git lfs pull'");
    if (!is_npy(beginning))
      refuse("is not a NumPy file: it does not begin as one", "save the array with numpy.save, or name another file");
    if (beginning.size() < version_end) refuse("ends inside its first 8 bytes", truncated);
    version_ = std::to_integer<int>(beginning[magic.size()]);
    if (version_ < 1 || version_ > 3)
      refuse("is of NumPy format version " + std::to_string(version_) + ", which is not known",
             "save it with numpy.save as version 1, 2 or 3");
  }

  std::vector<std::byte> header_bytes() {
    check_beginning();
    const std::size_t before = version_end + length_bytes();
    if (file_.size() < before) refuse("ends inside its header", truncated);
    const std::size_t length = little_endian_number(file_.read(version_end, length_bytes()));
    if (length > file_.size() - before)
      refuse("has a header of " + std::to_string(length) + " bytes, of which " + std::to_string(file_.size() - before) +
                 " are there",
             truncated);
    if (length > longest_header)
      refuse("has a header of " + std::to_string(length) + " bytes, and no array needs one above 10 MB", damaged);
    header_.data_begin = before + length;
    return file_.read(before, length);
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  bool next_is(char c) const { return rest_.starts_with(c); }

  bool take(char c) {
    skip_space();
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void read_dict() {
    if (!take('{')) refuse_header("that is not a Python dict: it does not begin with '{'");
    std::set<std::string_view> keys;
    bool comma = true;
    while (!take('}')) {
      if (!comma) refuse_header("that is not a Python dict: ',' or '}' is missing");
      const std::string_view key = text("a key");
      if (!keys.insert(key).second) refuse_header("with the key '" + printable(key) + "' twice");
      if (!take(':')) refuse_header("without ':' after '" + printable(key) + "'");
      read_value(key);
      comma = take(',');
    }
    skip_space();
    if (!rest_.empty()) refuse_header("with text after the dict");
    for (const std::string_view needed : {"descr", "fortran_order", "shape"})
      if (!keys.contains(needed)) refuse_header("without '" + std::string(needed) + "'");
  }

  void read_value(std::string_view key) {
    skip_space();
    if (key == "descr")
      read_descr();
    else if (key == "fortran_order")
      header_.fortran_order = truth_value();
    else if (key == "shape")
      read_shape();
    else
      refuse_header("with the key '" + printable(key) + "', which the format does not know");
  }

  std::string_view text(const std::string& what) {
    skip_space();
    const std::size_t end = next_is('\'') || next_is('"') ? rest_.find(rest_.front(), 1) : std::string_view::npos;
    if (end == std::string_view::npos) refuse_header("with " + what + " that is not a string in quotes");
    const std::string_view content = rest_.substr(1, end - 1);
    if (content.find('\\') != std::string_view::npos) refuse_header("with a backslash in " + what);
    rest_.remove_prefix(end + 1);
    return content;
  }

  bool truth_value() {
    for (const std::string_view word : {"True", "False"})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return word == "True";
      }
    refuse_header("whose fortran_order is neither True nor False");
  }

  void read_descr() {
    if (next_is('[') || next_is('('))
      refuse("holds records (a structured dtype)", "save one field: numpy.save(file, array['name'])");
    const std::string_view descr = text("a descr");
    const bool has_order = !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
    const std::string_view type = descr.substr(has_order ? 1 : 0);
    if (type.empty()) refuse_header("with the descr '" + printable(descr) + "', which names no type");
    const bool host_is_big = std::endian::native == std::endian::big;
    header_.big_endian = descr.front() == '>' || (descr.front() != '<' && host_is_big);
    header_.width = type.size() == 2 && is_digit(type[1]) ? static_cast<std::size_t>(type[1] - '0') : 0;
    const bool is_power = std::has_single_bit(header_.width) && header_.width <= 8;
    switch (type.front()) {
    case 'f':
      header_.kind = npy_kind::real;
      if (is_power && header_.width > 1) return;
      if (type.find_first_not_of("0123456789", 1) != type.npos || type.size() == 1) break;
      refuse("holds numbers of type '" + printable(descr) + "', which are not binary64 numbers",
             "save it as float64, float32 or float16");
    case 'i':
    case 'u':
      header_.kind = type.front() == 'i' ? npy_kind::signed_integer : npy_kind::unsigned_integer;
      if (is_power) return;
      break;
    default:
      break;
    }
    const unreadable kind = unreadable_kind(type.front());
    refuse("holds " + std::string(kind.holds) + " (dtype '" + printable(descr) + "')", kind.remedy);
  }

  void read_shape() {
    if (!take('(')) refuse_header("whose shape is not a tuple");
    bool comma = true;
    while (!take(')')) {
      if (!comma) refuse_header("whose shape has no ',' or ')' after " + std::to_string(header_.shape.back()));
      header_.shape.push_back(extent());
      comma = take(',');
    }
    if (header_.shape.size() == 1 && !comma) refuse_header("whose shape is not a tuple: (n,) has a comma");
  }

  std::size_t extent() {
    skip_space();
    std::string_view number = rest_.substr(0, std::min(rest_.find_first_of(",) \t\r\n"), rest_.size()));
    rest_.remove_prefix(number.size());
    if (number.ends_with('L')) number.remove_suffix(1); // Python 2
    const bool has_sign = number.starts_with('-');
    const std::string_view digits = number.substr(has_sign ? 1 : 0);
    const bool is_whole =
        !digits.empty() && std::ranges::all_of(digits, is_digit) && (digits == "0" || digits.front() != '0');
    if (!is_whole) refuse_header("with '" + printable(number) + "' in its shape, which holds whole numbers");
    if (has_sign) refuse_header("with the negative number " + printable(number) + " in its shape");
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{}) refuse_header("with " + printable(digits) + " in its shape, which is above 2^64-1");
    return value;
  }

  void check_size() const {
    std::optional<std::size_t> size = header_.width;
    for (const std::size_t axis : header_.shape)
      if (axis != 0 && size) size = product(*size, axis);
    const std::string what =
        "shape " + printable(header_.shape) + " and " + std::to_string(header_.width) + " bytes an element";
    const std::size_t there = file_.size() - header_.data_begin;
    if (!size) refuse("says it holds more than 2^64-1 bytes (" + what + "), but holds " + std::to_string(there));
    if (std::ranges::find(header_.shape, 0u) != header_.shape.end()) size = 0;
    if (*size > there)
      refuse("holds " + std::to_string(there) + " bytes of data where " + what + " need " + std::to_string(*size),
             truncated);
    if (*size < there)
      refuse("has " + std::to_string(there - *size) + " trailing bytes after the array of " + what,
             "the file is damaged or holds several arrays: save one with numpy.save");
  }

  static std::optional<std::size_t> product(std::size_t a, std::size_t b) {
    std::size_t out = 0;
    if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
    return out;
  }

  const std::string& label_;
  const file_range& file_;
  int version_ = 0;
  std::string_view rest_;
  npy_header header_;
};

} // namespace

bool is_npy(std::span<const std::byte> bytes) { return as_text(bytes).starts_with(magic); }

npy_header parse_npy_header(const std::string& label, const file_range& file) {
  return header_parser(label, file).parse();
}

} // namespace mixcert
