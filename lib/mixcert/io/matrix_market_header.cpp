#include "mixcert/io/matrix_market_header.hpp"

#include <string_view>
#include <vector>

#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

using layout = matrix_market_layout;
using field = matrix_market_field;
using symmetry = matrix_market_symmetry;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

template <typename Value> struct choice {
  std::string_view word;
  Value value;
};

constexpr choice<bool> objects[] = {{"matrix", true}};
constexpr choice<layout> layouts[] = {{"coordinate", layout::coordinate}, {"array", layout::array}};
constexpr choice<field> fields[] = {{"real", field::real}, {"integer", field::integer}, {"pattern", field::pattern}};
constexpr choice<symmetry> symmetries[] = {
    {"general", symmetry::general}, {"symmetric", symmetry::symmetric}, {"skew-symmetric", symmetry::skew_symmetric}};

template <typename Value, std::size_t N>
Value one_of(const line_reader& lines, std::string_view word, const choice<Value> (&choices)[N]) {
  std::string known;
  for (const choice<Value>& known_choice : choices) {
    if (word == known_choice.word) return known_choice.value;
    known += (known.empty() ? "" : ", ") + std::string(known_choice.word);
  }
  lines.refuse_line("has the word '" + printable(word) + "'", "what can be read there is: " + known);
}

void read_kind(const line_reader& lines, matrix_market_header& header) {
  std::vector<std::string> words;
  for (const std::string_view word : lines.words()) words.push_back(lower_case(word));
  if (words.size() != 5)
    lines.refuse_line("has " + std::to_string(words.size()) + " words where there must be 5",
                      "write '%%MatrixMarket matrix coordinate real general', or what the file holds");
  if (words[3] == "complex" || words[4] == "hermitian")
    lines.refuse_file("holds a complex matrix", "write [[Re,-Im],[Im,Re]], which has its singular values twice each");
  one_of(lines, words[1], objects);
  header.layout = one_of(lines, words[2], layouts);
  header.field = one_of(lines, words[3], fields);
  header.symmetry = one_of(lines, words[4], symmetries);
  if (header.field == field::pattern && header.layout == layout::array)
    lines.refuse_line("announces a pattern as an array, which the format does not know", "list coordinates instead");
  if (header.field == field::pattern && header.symmetry == symmetry::skew_symmetric)
    lines.refuse_line("announces a skew-symmetric pattern, which the format does not know",
                      "announce integers, and list 1 or -1");
}

/// How many entries the array of a matrix with so many elements lists.
std::size_t array_entries(const matrix_market_header& header, std::size_t elements) {
  switch (header.symmetry) {
  case symmetry::general:
    break;
  case symmetry::symmetric:
    return (elements - header.rows) / 2 + header.rows;
  case symmetry::skew_symmetric:
    return (elements - header.rows) / 2;
  }
  return elements;
}

void read_size(const line_reader& lines, matrix_market_header& header) {
  const bool is_array = header.layout == layout::array;
  lines.require_words(is_array ? 2 : 3,
                      is_array ? "the numbers of rows and columns" : "the numbers of rows, columns and entries");
  header.rows = lines.whole_number(lines.words()[0]);
  header.columns = lines.whole_number(lines.words()[1]);
  if (header.symmetry != symmetry::general && header.rows != header.columns)
    lines.refuse_line("gives a symmetric matrix the size " + header.size(),
                      "announce a general matrix, or correct the size");
  std::size_t elements = 0;
  if (__builtin_mul_overflow(header.rows, header.columns, &elements))
    lines.refuse_line("announces " + header.size() + " numbers, more than 2^64-1", "name a smaller matrix");
  header.entries = is_array ? array_entries(header, elements) : lines.whole_number(lines.words()[2]);
  if (header.entries > elements)
    lines.refuse_line("announces " + std::to_string(header.entries) + " entries, more than a matrix of " +
                          header.size() + " has",
                      "correct the numbers");
}

} // namespace

std::string matrix_market_header::size() const { return std::to_string(rows) + " x " + std::to_string(columns); }

matrix_market_header read_matrix_market_header(line_reader& lines) {
  matrix_market_header header;
  const bool begins = lines.next() && lines.number() == 1;
  if (lines.number() == 0) lines.refuse_file("is empty", "copy or download it again");
  if (!begins || lower_case(lines.words().front()) != "%%matrixmarket")
    lines.refuse_file("is not a Matrix Market file: it does not begin with %%MatrixMarket", "name another file");
  read_kind(lines, header);
  if (!lines.next())
    lines.refuse_file("ends before the line that gives the matrix's size",
                      "the file is truncated: copy or download it again");
  read_size(lines, header);
  return header;
}

} // namespace mixcert
