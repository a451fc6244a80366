#include "itl_parser.hpp"

#include "itl_lexer.hpp"
#include "itl_number.hpp"
#include "mixcert/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

namespace mixcert::test {

namespace {

bool is_decoration(std::string_view word) {
  constexpr std::array<std::string_view, 5> decorations = {"com", "dac", "def", "trv", "ill"};
  return std::ranges::find(decorations, word) != decorations.end();
}

std::string blanks_made_single(std::string_view text) {
  std::string r;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank)
      r += c;
    else if (!r.ends_with(' '))
      r += ' ';
  }
  return r;
}

class parser {
 public:
  explicit parser(std::string_view source) : source_(source), tokens_(itl_tokens(source)) {}

  std::vector<itl_statement> all() {
    std::vector<itl_statement> statements;
    while (now().kind != itl_token::kinds::end) {
      expect_word("testcase");
      word("the name of the test case");
      expect_mark("{");
      while (!is_mark("}")) statements.push_back(statement());
      expect_mark("}");
    }
    if (statements.empty()) throw itl_error(now().line, "no statement");
    return statements;
  }

 private:
  const itl_token& now() const { return tokens_[at_]; }

  // The end is never passed.
  itl_token take() { return now().kind == itl_token::kinds::end ? now() : tokens_[at_++]; }

  bool is_mark(std::string_view mark) const { return now().kind == itl_token::kinds::mark && now().text == mark; }
  bool is_word(std::string_view word) const { return now().kind == itl_token::kinds::word && now().text == word; }

  [[noreturn]] void refuse(const std::string& wanted) const {
    const std::string found = now().kind == itl_token::kinds::end ? "the end of the file" : now().text;
    throw itl_error(now().line, "expected " + wanted + ", found " + found);
  }

  void expect_mark(std::string_view mark) {
    if (!is_mark(mark)) refuse(std::string(mark));
    take();
  }

  void expect_word(std::string_view word) {
    if (!is_word(word)) refuse(std::string(word));
    take();
  }

  std::string word(const std::string& wanted) {
    if (now().kind != itl_token::kinds::word) refuse(wanted);
    return take().text;
  }

  itl_statement statement() {
    itl_statement s;
    s.line = now().line;
    const std::size_t begin = now().begin;
    s.operation = word("an operation");
    while (!is_mark("=")) s.operands.push_back(value());
    if (s.operands.empty()) refuse("an operand");
    expect_mark("=");
    while (!is_mark(";") && !is_word("signal")) s.results.push_back(value());
    if (s.results.empty()) refuse("a result");
    if (is_word("signal")) {
      take();
      s.signal = word("the name of a signal");
    }
    s.source = blanks_made_single(source_.substr(begin, now().end - begin));
    expect_mark(";");
    return s;
  }

  itl_value value() {
    if (is_mark("[")) return interval_literal();
    if (now().kind == itl_token::kinds::quoted) return itl_text{take().text};
    if (is_word("true") || is_word("false")) return take().text == "true";
    if (now().kind == itl_token::kinds::word && is_decoration(now().text)) return itl_decoration{take().text};
    return number("an interval, a number, true, false, a decoration or a text");
  }

  itl_interval interval_literal() {
    itl_interval x = undecorated_literal();
    const bool adjacent = now().begin == tokens_[at_ - 1].end;
    if (adjacent && now().text.starts_with('_') && is_decoration(now().text.substr(1))) {
      x.decoration = take().text.substr(1);
    }
    return x;
  }

  itl_interval undecorated_literal() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    itl_interval x;
    expect_mark("[");
    if (is_word("empty") || is_word("nai") || is_word("entire")) {
      const std::string name = take().text;
      if (name == "empty") x.kind = itl_interval::kinds::empty;
      if (name == "nai") x.kind = itl_interval::kinds::nai;
      if (name == "entire") x = {itl_interval::kinds::set, -infinity, infinity, ""};
    } else {
      x.lower = number("a number");
      expect_mark(",");
      x.upper = number("a number");
      if (!(x.lower <= x.upper && x.lower < infinity && x.upper > -infinity))
        throw itl_error(now().line, "the ends are not those of an interval");
    }
    expect_mark("]");
    return x;
  }

  double number(const std::string& wanted) {
    try {
      const std::optional<double> value = now().kind == itl_token::kinds::word ? itl_number(now().text) : std::nullopt;
      if (!value) refuse(wanted);
      take();
      return *value;
    } catch (const input_error& error) {
      throw itl_error(now().line, error.what());
    }
  }

  std::string_view source_;
  std::vector<itl_token> tokens_;
  std::size_t at_ = 0;
};

} // namespace

std::vector<itl_statement> parse_itl(std::string_view source) { return parser(source).all(); }

} // namespace mixcert::test
