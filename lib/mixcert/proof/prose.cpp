#include "mixcert/proof/prose.hpp"

#include <stdexcept>
#include <string>

namespace mixcert::proof {
namespace {

constexpr std::string_view marks = "$*`[%";

std::invalid_argument not_closed(std::string_view words) {
  return std::invalid_argument("prose: something is not closed in: " + std::string(words));
}

/// What stands before the closing mark; `rest` then begins behind it.
std::string take(std::string_view& rest, std::string_view close, std::string_view words) {
  const std::size_t end = rest.find(close);
  if (end == rest.npos) throw not_closed(words);
  std::string inner(rest.substr(0, end));
  rest.remove_prefix(end + close.size());
  return inner;
}

} // namespace

text prose(std::string_view words, const std::vector<text>& given) {
  text r;
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::size_t next = rest.find_first_of(marks);
    if (next != 0) {
      r.emplace_back(plain{std::string(rest.substr(0, next))});
      rest.remove_prefix(next == rest.npos ? rest.size() : next);
      continue;
    }
    const char mark = rest.front();
    rest.remove_prefix(1);
    if (mark == '$') {
      r.emplace_back(math{take(rest, "$", words)});
    } else if (mark == '*') {
      r.emplace_back(emphasis{take(rest, "*", words)});
    } else if (mark == '`') {
      r.emplace_back(code{take(rest, "`", words)});
    } else if (mark == '[' && rest.starts_with('@')) {
      rest.remove_prefix(1);
      r.emplace_back(citation{take(rest, "]", words)});
    } else if (mark == '[') {
      r.emplace_back(plain{"["});
    } else {
      if (rest.empty()) throw not_closed(words);
      const std::size_t place = static_cast<std::size_t>(rest.front() - '1');
      if (place >= given.size()) throw std::invalid_argument("prose: no text for a place of: " + std::string(words));
      r = std::move(r) + given[place];
      rest.remove_prefix(1);
    }
  }
  return r;
}

std::vector<block> paragraphs(const std::vector<std::string_view>& words) {
  std::vector<block> r;
  for (const std::string_view one : words) r.emplace_back(paragraph{prose(one)});
  return r;
}

} // namespace mixcert::proof
