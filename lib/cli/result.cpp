#include "result.hpp"

#include "commands.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

namespace mixcert::cli {

void add_result_options(CLI::App& command, result_options& o) {
  command
      .add_option("--digits", o.digits,
                  "decimal digits, 1 to 15: binary64 ends; 16 to 100: that many decimals; without it, binary64 ends")
      ->type_name("D");
  add_output_options(command, o);
}

void add_output_options(CLI::App& command, result_options& o) {
  command.add_option("-o,--output", o.output, "write the certificate to this file")
      ->type_name("FILE")
      ->check([](const std::string& path) { return std::string(path.empty() ? "names no file" : ""); });
  command.add_flag("--json", o.json, "write the certificate to standard output, and nothing else there");
  command.add_flag("--quiet", o.quiet, "no text on standard output");
}

int requested_digits(const result_options& o) {
  if (!o.digits) return 0;
  require_digits(*o.digits);
  return *o.digits;
}

void require_output(const result_options& o, const std::vector<std::filesystem::path>& inputs) {
  if (o.output.empty()) return;
  for (const std::filesystem::path& input : inputs)
    if (is_same_file(o.output, input.string()))
      throw input_error("-o " + o.output + ": would overwrite an input; name another file");
  require_writable(o.output);
}

void write_result(const result_options& o, const std::string& document, const std::string& text,
                  const std::string& kind) {
  if (!o.output.empty()) write_file(o.output, document);
  if (o.json)
    std::cout << document;
  else if (!o.quiet) {
    std::cout << text;
    if (!o.output.empty()) std::cout << "  " << kind << std::string(24 - kind.size(), ' ') << o.output << '\n';
  }
}

void write_refusal(const result_options& o, const std::string& document) {
  if (!o.output.empty()) {
    std::error_code error;
    const bool replaces = std::filesystem::exists(o.output, error);
    write_file(o.output, document);
    if (replaces)
      std::cerr << "mixcert: " << o.output << ": what stood there is replaced by a refusal, which says why\n";
  }
  if (o.json) std::cout << document;
}

} // namespace mixcert::cli
