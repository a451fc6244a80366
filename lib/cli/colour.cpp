#include "colour.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace mixcert::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool shows_colours() {
  return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

} // namespace

std::string coloured(const std::string& text, colour chosen) {
  static const bool shown = shows_colours();
  return shown ? "\033[" + std::to_string(static_cast<int>(chosen)) + 'm' + text + "\033[0m" : text;
}

} // namespace mixcert::cli
