// What the commands that certify have in common: how many digits, and where the result goes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mixcert::cli {

struct result_options {
  std::string output;
  std::optional<int> digits;
  bool json = false, quiet = false;
};

void add_result_options(CLI::App& command, result_options& options);
/// The same without digits to ask for.
void add_output_options(CLI::App& command, result_options& options);

/// 0 when none were asked for. Throws input_error unless they are between 1 and 100.
int requested_digits(const result_options& options);

/// Before the work whose result -o is for. Throws input_error when the file is one of the inputs or cannot be written.
void require_output(const result_options& options, const std::vector<std::filesystem::path>& inputs);

/// A certificate, or what `kind` says, to the file and standard output, as document or as text.
void write_result(const result_options& options, const std::string& document, const std::string& text,
                  const std::string& kind = "certificate");
/// A refusal to the same places; for people its reason stands on standard error, and that it replaced a file.
void write_refusal(const result_options& options, const std::string& document);

} // namespace mixcert::cli
