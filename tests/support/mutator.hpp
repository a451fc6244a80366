// Files damaged at random, the same ones each time.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace mixcert::test {

/// Each next() is the original with up to three bits flipped, half of them within its first `beginning` bytes, and
/// sometimes cut short.
class mutator {
 public:
  mutator(std::string original, std::size_t beginning) : original_(std::move(original)), beginning_(beginning) {}

  std::string next() {
    std::string bytes = original_;
    const std::size_t flips = below(4);
    for (std::size_t i = 0; i < flips; ++i) {
      const std::size_t at = below(below(2) == 0 ? beginning_ : bytes.size());
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    }
    if (flips == 0 || below(8) == 0) bytes.resize(below(bytes.size()));
    return bytes;
  }

  /// Each call is the original with up to three of its characters replaced by, or followed by, ones that often stand in
  /// a text file of numbers.
  std::string next_text() {
    constexpr std::string_view characters = "0123456789+-.eExXpP%#,;:'\"()[]{} \t\r\nLTFaN";
    std::string text = original_;
    for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
      const std::size_t at = below(text.size());
      const char c = characters[below(characters.size())];
      if (below(2) == 0)
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_()) % bound; }

  std::mt19937_64 random_{20240607};
  std::string original_;
  std::size_t beginning_;
};

} // namespace mixcert::test
