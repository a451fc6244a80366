#include "convention.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <map>

namespace mixcert::cli {

CLI::Option* add_convention_option(CLI::App& command, std::vector<std::string>& items) {
  return command
      .add_option(
          "--convention", items,
          "KEY=VALUE, a constant of the mixer's equations: a decimal is that decimal number, a hex float that binary "
          "number, or a word; an unknown key is answered with the mixer's list")
      ->type_name("KEY=VALUE");
}

mixer_convention parse_convention(const mixer& mixer, const std::vector<std::string>& items) {
  std::map<std::string, std::string> given;
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) throw input_error("--convention " + printable(item) + ": write KEY=VALUE");
    if (!given.emplace(item.substr(0, equals), item.substr(equals + 1)).second)
      throw input_error("--convention " + printable(item) + ": the constant is given twice");
  }
  return convention_of(mixer, given);
}

} // namespace mixcert::cli
