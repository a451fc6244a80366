#include "mixcert/mixer/convention.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>

namespace mixcert {
namespace {

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

std::string listed(const std::vector<std::string>& words) {
  std::string r;
  for (const std::string& word : words) r += (r.empty() ? "" : ", ") + word;
  return r;
}

convention_value read(const constant_spec& spec, std::string_view text) {
  if (spec.value.is_number()) return exact_constant(text);
  if (!spec.choices.empty() && std::ranges::count(spec.choices, text) == 0)
    throw input_error("'" + printable(text) + "' is unknown; " + did_you_mean(text, spec.choices) +
                      "it must be one of: " + listed(spec.choices));
  return convention_value::word(text);
}

} // namespace

convention_value convention_value::word(std::string_view text) {
  const auto belongs = [](char c) {
    return is_letter_or_digit(c) || std::string_view(".,_-").find(c) != std::string_view::npos;
  };
  if (text.empty() || !is_letter_or_digit(text.front()) || !std::ranges::all_of(text, belongs))
    throw input_error("'" + printable(text) + "' is not a word; write letters, digits, '.', ',', '_' and '-' only");
  return convention_value(std::string(text));
}

mixer_convention convention_of(std::string_view mixer, const std::vector<constant_spec>& published,
                               const std::map<std::string, std::string>& given) {
  mixer_convention convention;
  std::vector<std::string> keys;
  for (const constant_spec& spec : published) {
    const auto text = given.find(spec.key);
    try {
      convention.emplace(spec.key, text == given.end() ? spec.value : read(spec, text->second));
    } catch (const input_error& error) {
      throw input_error("the constant " + spec.key + " of mixer '" + std::string(mixer) + "': " + error.what());
    }
    keys.push_back(spec.key);
  }
  for (const auto& [key, text] : given)
    if (!convention.contains(key))
      throw input_error("mixer '" + std::string(mixer) + "' has no constant '" + printable(key) + "'; " +
                        (keys.empty() ? "it has none" : did_you_mean(key, keys) + "it has: " + listed(keys)));
  return convention;
}

} // namespace mixcert
