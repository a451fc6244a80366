#include "result.hpp"

#include "commands.hpp"
#include "mixcert/certificate/digits.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

namespace mixcert::cli {

void add_result_options(CLI::App& command, result_options& o) {
  command.add_option(
      "--digits", o.digits,
      "decimal digits, 1 to 15: binary64 ends; 16 to 100: that many decimals; without it, binary64 ends");
  add_output_options(command, o);
}

void add_output_options(CLI::App& command, result_options& o) {
  command.add_option("-o,--output", o.output, "write the certificate to this file");
  command.add_flag("--json", o.json, "write the certificate to standard output, and nothing else there");
  command.add_flag("--quiet", o.quiet, "no text on standard output");
}

int requested_digits(const result_options& o) {
  if (!o.digits) return 0;
  require_digits(*o.digits);
  return *o.digits;
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
  if (!o.output.empty()) write_file(o.output, document);
  if (o.json) std::cout << document;
}

} // namespace mixcert::cli
