#include "man_page.hpp"

#include <sstream>
#include <string_view>
#include <vector>

namespace mixcert::cli {
namespace {

/// Text that roff shows as it stands.
std::string escaped(const std::string& text) {
  std::string r;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) r += "\\&";
    if (c == '\\')
      r += "\\e";
    else if (c == '-')
      r += "\\-";
    else if (c == '^')
      r += "\\(ha";
    else if (c == '~')
      r += "\\(ti";
    else if (c == '`')
      r += "\\(ga";
    else
      r += c;
    begins_line = c == '\n';
  }
  return r;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string title(const std::string& name) {
  std::string upper;
  for (const char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return ".TH " + escaped(upper) + " 1 \"\" \"mixcert " MIXCERT_VERSION "\" \"User Commands\"\n";
}

std::string section(const std::string& name) { return ".SH " + name + "\n"; }

/// A description whose further lines are a list.
std::string paragraph(const std::string& text) {
  const std::size_t first_line = text.find('\n');
  std::string r = escaped(text.substr(0, first_line)) + "\n";
  if (first_line == std::string::npos) return r;
  std::istringstream items(text.substr(first_line + 1));
  for (std::string item; std::getline(items, item);) r += ".br\n" + escaped(item) + "\n";
  return r;
}

std::string item(const described_option& option) {
  std::string r = ".TP\n";
  for (const std::string& name : option.names) r += (&name == &option.names.front() ? "" : ", ") + bold(name);
  if (!option.value.empty() && option.names.front().front() == '-') r += " " + italic(option.value);
  if (option.repeated) r += " ...";
  if (option.required) r += " (required)";
  return r + "\n" + paragraph(option.description);
}

std::string items(const std::string& name, const std::vector<described_option>& options) {
  if (options.empty()) return "";
  std::string r = section(name);
  for (const described_option& option : options) r += item(option);
  return r;
}

std::string synopsis(const described_command& command) {
  std::string r = section("SYNOPSIS") + bold("mixcert " + command.name);
  for (const described_option& option : command.options)
    if (option.required) r += " " + bold(option.names.back()) + " " + italic(option.value);
  r += " [" + italic("options") + "]";
  for (const described_option& p : command.positionals) {
    const std::string name = italic(p.names.front()) + (p.repeated ? " ..." : "");
    r += " " + (p.required ? name : "[" + name + "]");
  }
  return r + "\n";
}

/// "Example:" and "Exit status:" begin sections of their own; the example stands as it is.
std::string footer(const std::string& text) {
  constexpr std::string_view status_label = "Exit status: ";
  std::istringstream lines(text);
  std::string notes, status, example;
  std::string* part = &notes;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Example:") {
      part = &example;
      continue;
    }
    if (line.starts_with(status_label)) {
      part = &status;
      line.erase(0, status_label.size());
    }
    *part += line + "\n";
  }
  std::string r;
  if (!notes.empty()) r += section("NOTES") + escaped(notes);
  if (!status.empty()) r += section("EXIT STATUS") + escaped(status);
  if (!example.empty()) r += section("EXAMPLE") + ".nf\n" + escaped(example) + ".fi\n";
  return r;
}

/// Names of pages are not parted at the ends of lines.
std::string references(const command_line& line, const std::string& own_name) {
  std::vector<std::string> pages = {"mixcert"};
  for (const described_command& command : line.commands) pages.push_back("mixcert-" + command.name);
  std::erase(pages, own_name);
  std::string r;
  for (const std::string& page : pages) r += (r.empty() ? "" : ",\n") + bold(page) + "(1)";
  return section("SEE ALSO") + ".nh\n" + r + "\n";
}

} // namespace

std::string man_page(const command_line& line) {
  std::string r = title("mixcert") + section("NAME") + escaped("mixcert - " + line.program.description) + "\n" +
                  section("SYNOPSIS") + bold("mixcert") + " " + italic("command") + " [" + italic("argument") +
                  " ...]\n" + section("COMMANDS");
  for (const described_command& command : line.commands)
    r += ".TP\n" + bold(command.name) + "\n" + paragraph(command.description);
  return r + items("OPTIONS", line.program.options) + footer(line.program.footer) + references(line, "mixcert");
}

std::string man_page(const command_line& line, const described_command& command) {
  const std::string name = "mixcert-" + command.name;
  return title(name) + section("NAME") + escaped(name + " - " + command.description) + "\n" + synopsis(command) +
         items("ARGUMENTS", command.positionals) + items("OPTIONS", command.options) + footer(command.footer) +
         references(line, name);
}

} // namespace mixcert::cli
