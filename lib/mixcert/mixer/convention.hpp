// What fixes a mixer's equations beside its tensors: numbers, and words.
#pragma once

#include "mixcert/scalar/constant.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mixcert {

/// What a key of a convention is set to: an exact number of the equations, or a word that says which equations are
/// meant (`transposed`, `2x3`).
class convention_value {
 public:
  /// A number.
  convention_value(exact_constant number) : value_(std::move(number)) {} // NOLINT(google-explicit-constructor): is one

  /// Throws input_error unless the text is made of letters, digits, '.', ',', '_' and '-', one of the first two first.
  static convention_value word(std::string_view text);

  bool is_number() const { return std::holds_alternative<exact_constant>(value_); } ///< otherwise it is a word
  /// Requires is_number().
  const exact_constant& number() const { return std::get<exact_constant>(value_); }
  /// As it was written.
  /// As it was given.
  const std::string& text() const { return is_number() ? number().text() : std::get<std::string>(value_); }

 private:
  explicit convention_value(std::string word) : value_(std::move(word)) {}

  std::variant<exact_constant, std::string> value_;
};

/// Every constant of a mixer by its key.
using mixer_convention = std::map<std::string, convention_value>;

/// Whether the key is set to that word.
inline bool is(const mixer_convention& convention, const std::string& key, std::string_view word) {
  return convention.at(key).text() == word;
}

/// A key of a mixer's convention with its published value.
struct constant_spec {
  std::string key;                       ///< as in `--convention KEY=VALUE`
  convention_value value;                ///< also says whether the key takes numbers or words
  std::string meaning;                   ///< in a phrase, for people
  std::vector<std::string> choices = {}; ///< all the words there are; none where the mixer reads the word itself
};

/// The published constants with those of `given`, as they were written, in their place. Throws input_error, with the
/// mixer's name, for a key that is not among them (they are listed), and for a text that is not a number where one is
/// wanted, or none of the choices (which are listed too).
mixer_convention convention_of(std::string_view mixer, const std::vector<constant_spec>& published,
                               const std::map<std::string, std::string>& given);

} // namespace mixcert
