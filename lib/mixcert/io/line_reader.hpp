// A text file line by line, and what is wrong with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mixcert {

/// The words, separated by spaces and tabs, of one line at a time. The words are parts of the text given.
class line_reader {
 public:
  /// `label` begins every message.
  line_reader(std::string label, std::string_view text) : label_(std::move(label)), rest_(text) {}

  /// Goes to the next line that is neither empty nor, below the first, a comment beginning with `%`; false when there
  /// is none. Lines end in LF or CR LF.
  bool next();

  const std::vector<std::string_view>& words() const { return words_; } ///< of the current line
  std::size_t number() const { return number_; }                        ///< counted from 1

  /// Throws input_error unless the line has that many words; `meaning` says which.
  void require_words(std::size_t needed, const std::string& meaning) const;

  /// The word as a whole number; throws input_error when it is none, or above 2^64-1.
  std::size_t whole_number(std::string_view word) const;

  /// How a message about the line begins.
  std::string here() const;

  /// Throws input_error that the line, or the file, does what is wrong.
  [[noreturn]] void refuse_line(const std::string& what, const std::string& remedy) const;
  [[noreturn]] void refuse_file(const std::string& what, const std::string& remedy) const;

 private:
  void split(std::string_view line);

  std::string label_;
  std::string_view rest_;
  std::vector<std::string_view> words_;
  std::size_t number_ = 0;
};

} // namespace mixcert
