#include "mixcert/io/matrix_market.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <unistd.h>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/line_reader.hpp"
#include "mixcert/io/matrix_market_header.hpp"
#include "mixcert/io/number_ball.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

using layout = matrix_market_layout;
using field = matrix_market_field;
using symmetry = matrix_market_symmetry;

constexpr const char* truncated = "the file is truncated: copy or download it again";

struct entry {
  std::size_t row;
  std::size_t column;
  number_ball value;
  std::size_t line;
};

class matrix_market_parser {
 public:
  matrix_market_parser(const std::string& label, std::string_view text)
      : lines_(label, text), header_(read_matrix_market_header(lines_)) {
    // An entry takes a digit and, but for the last, the end of a line.
    if (header_.entries > text.size() / 2 + 1)
      lines_.refuse_line("announces " + std::to_string(header_.entries) + " entries, more than the " +
                             std::to_string(text.size()) + " bytes of the file can hold",
                         truncated);
  }

  matrix_market_data parse() {
    if (header_.layout == layout::coordinate)
      read_coordinates();
    else
      read_array();
    result_.midpoint.shape = {header_.rows, header_.columns};
    result_.midpoint.sha256 = sha256_of_numbers(result_.midpoint.values);
    return std::move(result_);
  }

 private:
  void read_coordinates() {
    std::vector<entry> entries;
    while (entries.size() < header_.entries) {
      next_entry(entries.size());
      entries.push_back(coordinate());
    }
    require_end();
    std::ranges::sort(entries, {}, [](const entry& e) { return std::tuple(e.row, e.column, e.line); });
    require_distinct(entries);
    allocate();
    for (const entry& e : entries) set(e.row, e.column, e.value);
  }

  void read_array() {
    allocate();
    std::size_t already = 0;
    for (std::size_t column = 0; already < header_.entries; ++column)
      for (std::size_t row = first_row(column); row < header_.rows; ++row) {
        next_entry(already++);
        lines_.require_words(1, "a value");
        set(row, column, value(lines_.words().front()));
      }
    require_end();
  }

  std::size_t first_row(std::size_t column) const {
    if (header_.symmetry == symmetry::general) return 0;
    return header_.symmetry == symmetry::symmetric ? column : column + 1;
  }

  void next_entry(std::size_t already) {
    if (!lines_.next())
      lines_.refuse_file("ends after " + std::to_string(already) + " of the " + std::to_string(header_.entries) +
                             " entries it announces",
                         truncated);
  }

  void require_end() {
    if (lines_.next())
      lines_.refuse_line("lies behind the " + std::to_string(header_.entries) + " entries that the file announces",
                         "remove what is too much, or correct the size");
  }

  entry coordinate() const {
    const bool is_pattern = header_.field == field::pattern;
    lines_.require_words(is_pattern ? 2 : 3, is_pattern ? "row and column" : "row, column and value");
    const auto& words = lines_.words();
    const std::size_t row = position(words[0], header_.rows, "row ");
    const std::size_t column = position(words[1], header_.columns, "column ");
    if (header_.symmetry == symmetry::symmetric && row < column)
      lines_.refuse_line("lists an entry above the diagonal of a symmetric matrix",
                         "list the one below it, and only that");
    if (header_.symmetry == symmetry::skew_symmetric && row <= column)
      lines_.refuse_line("lists an entry on or above the diagonal of a skew-symmetric matrix",
                         "list only those below it");
    return {row, column, is_pattern ? number_ball{1, 0} : value(words[2]), lines_.number()};
  }

  std::size_t position(std::string_view word, std::size_t extent, const char* axis) const {
    const std::size_t number = lines_.whole_number(word);
    if (number == 0 || number > extent)
      lines_.refuse_line("names " + (axis + std::to_string(number)) + " of a matrix of size " + header_.size(),
                         "rows and columns are counted from 1");
    return number - 1;
  }

  number_ball value(std::string_view word) const {
    const std::size_t sign = word.starts_with('+') || word.starts_with('-') ? 1 : 0;
    if (header_.field == field::integer && word.find_first_not_of("0123456789", sign) != word.npos)
      lines_.refuse_line("has '" + printable(word) + "' in a matrix of integers",
                         "announce a real matrix, or write a whole number");
    try {
      return parse_number_ball(word);
    } catch (const input_error& error) {
      throw input_error(lines_.here() + "has an entry that cannot be read: " + error.what());
    }
  }

  void require_distinct(const std::vector<entry>& sorted) const {
    const auto twice = std::ranges::adjacent_find(
        sorted, [](const entry& a, const entry& b) { return a.row == b.row && a.column == b.column; });
    if (twice == sorted.end()) return;
    lines_.refuse_file("lines " + std::to_string(twice->line) + " and " + std::to_string(std::next(twice)->line) +
                           " both list the entry in row " + std::to_string(twice->row + 1) + ", column " +
                           std::to_string(twice->column + 1),
                       "list it once: the format does not say whether the sum is meant");
  }

  /// The midpoints, all zero, where midpoints and radii together fit the machine's memory.
  void allocate() {
    const std::size_t elements = header_.rows * header_.columns;
    const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
    const auto page_bytes = static_cast<std::size_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
    if (elements > pages * page_bytes / (2 * sizeof(double)))
      lines_.refuse_file("holds a matrix of size " + header_.size() + ", too large for this machine's memory",
                         "name a smaller matrix: zeros are stored too");
    result_.midpoint.values.resize(elements);
  }

  void set(std::size_t row, std::size_t column, const number_ball& value) {
    set_one(row * header_.columns + column, value);
    if (header_.symmetry == symmetry::symmetric) set_one(column * header_.columns + row, value);
    if (header_.symmetry == symmetry::skew_symmetric)
      set_one(column * header_.columns + row, {0.0 - value.midpoint, value.radius});
  }

  void set_one(std::size_t at, const number_ball& value) {
    result_.midpoint.values[at] = value.midpoint;
    if (value.radius == 0) return;
    result_.radius.resize(result_.midpoint.values.size());
    result_.radius[at] = value.radius;
  }

  line_reader lines_;
  matrix_market_header header_;
  matrix_market_data result_;
};

} // namespace

bool is_matrix_market(std::span<const std::byte> bytes) {
  constexpr std::string_view banner = "%%MatrixMarket";
  return std::ranges::equal(as_text(bytes).substr(0, banner.size()), banner,
                            [](char a, char b) { return (a | 0x20) == (b | 0x20); });
}

matrix_market_data read_matrix_market(const std::filesystem::path& file) {
  const input_file contents(file);
  const std::vector<std::byte> bytes = contents.read(0, contents.size());
  contents.require_unchanged();
  matrix_market_data matrix = matrix_market_parser(tensor_label(file, ""), as_text(bytes)).parse();
  matrix.midpoint.file = file;
  return matrix;
}

} // namespace mixcert
