#include "itl_lexer.hpp"

#include "itl_statement.hpp"

#include <algorithm>

namespace mixcert::test {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view marks = "{}[],;=";
constexpr std::string_view word_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

class lexer {
 public:
  explicit lexer(std::string_view source) : source_(source) {}

  itl_token next() {
    skip_blanks_and_comments();
    const std::size_t begin = at_;
    const std::size_t line = line_;
    itl_token token{itl_token::kinds::end, "", line, begin, begin};
    if (at_ == source_.size()) return token;
    if (source_[at_] == '"') {
      token.kind = itl_token::kinds::quoted;
      token.text = quoted();
    } else if (is_one_of(source_[at_], marks)) {
      token.kind = itl_token::kinds::mark;
      token.text = source_[at_++];
    } else if (is_one_of(source_[at_], word_characters)) {
      token.kind = itl_token::kinds::word;
      at_ = std::min(source_.find_first_not_of(word_characters, at_), source_.size());
      token.text = source_.substr(begin, at_ - begin);
    } else {
      throw itl_error(line_, std::string("the character ") + source_[at_] + " has no meaning here");
    }
    token.end = at_;
    return token;
  }

 private:
  bool starts(std::string_view what) const { return source_.substr(at_).starts_with(what); }

  void advance_to(std::size_t place) {
    line_ += static_cast<std::size_t>(std::count(source_.begin() + at_, source_.begin() + place, '\n'));
    at_ = place;
  }

  void skip_blanks_and_comments() {
    for (;;) {
      if (at_ < source_.size() && is_one_of(source_[at_], blanks))
        advance_to(at_ + 1);
      else if (starts("//"))
        advance_to(std::min(source_.find('\n', at_), source_.size()));
      else if (starts("/*"))
        skip_comment();
      else
        return;
    }
  }

  void skip_comment() {
    const std::size_t close = source_.find("*/", at_ + 2);
    if (close == std::string_view::npos) throw itl_error(line_, "the comment does not end");
    advance_to(close + 2);
  }

  std::string quoted() {
    std::string text;
    for (++at_; at_ < source_.size() && source_[at_] != '\n'; ++at_) {
      if (source_[at_] == '"') {
        ++at_;
        return text;
      }
      if (source_[at_] == '\\')
        text += escaped();
      else
        text += source_[at_];
    }
    throw itl_error(line_, "the text does not end on its line");
  }

  // The character that the backslash at at_ and the one after it stand for; at_ is then that of the latter.
  char escaped() {
    constexpr std::string_view names = "\"\\nrt";
    constexpr std::string_view characters = "\"\\\n\r\t";
    const std::size_t which = ++at_ < source_.size() ? names.find(source_[at_]) : std::string_view::npos;
    if (which == std::string_view::npos) throw itl_error(line_, "an escape that is none of \\\" \\\\ \\n \\r \\t");
    return characters[which];
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

} // namespace

std::vector<itl_token> itl_tokens(std::string_view source) {
  lexer all(source);
  std::vector<itl_token> tokens;
  do tokens.push_back(all.next());
  while (tokens.back().kind != itl_token::kinds::end);
  return tokens;
}

} // namespace mixcert::test
