#include "mixcert/io/line_reader.hpp"

#include <algorithm>
#include <charconv>

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

bool line_reader::next() {
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    split(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    if (!words_.empty() && (number_ == 1 || !words_.front().starts_with('%'))) return true;
  }
  words_.clear();
  return false;
}

void line_reader::split(std::string_view line) {
  constexpr std::string_view space = " \t";
  if (line.ends_with('\r')) line.remove_suffix(1);
  words_.clear();
  for (std::size_t begin = line.find_first_not_of(space); begin != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(space, begin), line.size());
    words_.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(space, end);
  }
}

void line_reader::require_words(std::size_t needed, const std::string& meaning) const {
  if (words_.size() != needed)
    refuse_line("has " + std::to_string(words_.size()) + (words_.size() == 1 ? " word" : " words") +
                    " where there must be " + std::to_string(needed),
                "write " + meaning + " on a line of their own");
}

std::size_t line_reader::whole_number(std::string_view word) const {
  std::size_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end)
    refuse_line("has '" + printable(word) + "' where there must be a whole number from 0 to 2^64-1",
                "write one without a sign, point or exponent");
  return value;
}

std::string line_reader::here() const { return label_ + "line " + std::to_string(number_) + " "; }

void line_reader::refuse_line(const std::string& what, const std::string& remedy) const {
  throw input_error(here() + what + "; " + remedy);
}

void line_reader::refuse_file(const std::string& what, const std::string& remedy) const {
  throw input_error(label_ + what + "; " + remedy);
}

} // namespace mixcert
