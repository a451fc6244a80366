// Text of the interval test language to tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert::test {

struct itl_token {
  /// word: letters, digits and `_ . + -`, so also numbers and operations such as `b-numsToInterval`. mark: one of
  /// `{ } [ ] , ; =`. quoted: a text, without its quotes and escapes. end: after the last.
  enum class kinds { word, mark, quoted, end };

  kinds kind;
  std::string text;
  std::size_t line;
  std::size_t begin; // of the source, and one past its last character
  std::size_t end;
};

/// All tokens, the last being the end. Comments are blanks. Throws itl_error for other characters and for comments and
/// texts that do not end.
std::vector<itl_token> itl_tokens(std::string_view source);

} // namespace mixcert::test
