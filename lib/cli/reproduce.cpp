#include "colour.hpp"
#include "commands.hpp"
#include "option.hpp"

#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/scalar/environment.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

namespace mixcert::cli {
namespace {

struct reproduce_options {
  std::vector<std::string> names;
  std::optional<std::string> arithmetic, perturbation, folder;
  bool json = false, quiet = false;
};

reproduction_request request_of(const reproduce_options& o) {
  reproduction_request request;
  if (o.arithmetic) request.in = of_option("--arith: ", [&] { return parse_arithmetic(*o.arithmetic); });
  if (o.perturbation)
    request.perturbation = of_option("--perturb: ", [&] { return parse_perturbation(*o.perturbation); });
  return request;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder))
    throw input_error("-o " + folder + ": no such folder, and it cannot be made: " +
                      (error ? error.message() : "something else has that name"));
  require_writable_folder(folder);
}

std::string path_in(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

/// Whether a row has a certificate beside its document: what its closed form says of all its values holds for what was
/// computed, in the arithmetic that encloses.
bool has_certificate(const reproduction_row& row) {
  return has_closed_spectrum(row.theorem) && row.request.in.in == arithmetic::kind::mp && !row.is_perturbed();
}

void write_certificate(const reproduction_row& row, const std::string& folder) {
  std::map<std::string, exact_constant> parameters;
  for (const auto& [name, text] : row.parameters) parameters.emplace(name, exact_constant(text));
  try {
    write_file(path_in(folder, file_name(row) + ".certificate.json"),
               to_json(certify_construction(row.theorem, parameters)));
  } catch (const not_certified& reason) {
    std::cerr << "mixcert: " << file_name(row) << ": no certificate: " << reason.what() << '\n';
  }
}

/// The row's text, with lines that end in a verdict in the verdict's colour.
std::string coloured_summary(const reproduction_row& row) {
  std::istringstream lines(summary(row));
  std::string r;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with(' ' + to_string(outcome::disagrees)))
      line = coloured(line, colour::red);
    else if (line.ends_with(' ' + to_string(outcome::undecided)))
      line = coloured(line, colour::yellow);
    r += line + '\n';
  }
  return r;
}

const char* const columns = "columns: quantity and closed form = its value, enclosure of what is computed, its width "
                            "in units of the last place "
                            "of binary64, verdict\n";

std::string totals(const std::vector<reproduction_row>& rows) {
  std::string r = std::to_string(rows.size()) + (rows.size() == 1 ? " row" : " rows");
  for (const outcome kind : every_outcome)
    if (const auto count = std::ranges::count(rows, kind, &reproduction_row::result); count > 0)
      r += ", " + std::to_string(count) + ' ' + to_string(kind);
  return r + '\n';
}

int run_reproduce(const reproduce_options& o) {
  const std::vector<const construction*> all = find_constructions(o.names);
  const reproduction_request request = request_of(o);
  require_ieee_environment();
  if (o.folder) make_folder(*o.folder);
  const bool text = !o.json && !o.quiet;
  std::vector<reproduction_row> rows;
  for (const construction* c : all)
    for (const case_parameters& parameters : c->table) {
      rows.push_back(reproduce(*c, parameters, request));
      if (text) std::cout << coloured_summary(rows.back()) << std::flush;
      if (!o.folder) continue;
      write_file(path_in(*o.folder, file_name(rows.back()) + ".json"), to_json(rows.back()));
      if (has_certificate(rows.back())) write_certificate(rows.back(), *o.folder);
    }
  if (o.json) std::cout << to_json(rows);
  if (text) std::cout << columns << totals(rows);
  switch (worst_of(rows)) {
  case outcome::disagrees:
  case outcome::differs_uncertified:
    return 1;
  case outcome::undecided:
    return 3;
  default:
    return 0;
  }
}

} // namespace

void add_reproduce(CLI::App& program, int& status) {
  auto o = std::make_shared<reproduce_options>();
  CLI::App* command = program.add_subcommand("reproduce", "closed-form constructions, computed and compared");
  std::string names;
  for (const construction& c : constructions()) names += "\n" + c.name + " (" + c.theorem + "): " + c.summary;
  command->add_option("names", o->names, "all (default), or some of:" + names)->type_name("CONSTRUCTION|all");
  command
      ->add_option("--arith", o->arithmetic,
                   "mp:BITS: enclosures of about BITS places (default mp:128); interval: parameters and mixers in "
                   "binary64 intervals; rational: exact numbers, where there are any; quad or float64: guesses")
      ->type_name("mp:BITS|interval|rational|quad|float64");
  command
      ->add_option("--perturb", o->perturbation,
                   "a number that is added to one parameter of what is computed, and not to the closed form")
      ->type_name("NUMBER");
  command
      ->add_option("-o,--output", o->folder,
                   "write a JSON file for each row to this folder, and a certificate where the closed form is all of a "
                   "spectrum")
      ->type_name("FOLDER");
  command->add_flag("--json", o->json, "write all rows as JSON to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer(
      "Exit status: 0 nothing worse than not rational or not resolved; 1 some value disagrees, or as a guess differs;\n"
      "2 the request is wrong; 3 some value is undecided.\n"
      "Example:\n  mixcert reproduce cayley --arith mp:200");
  command->callback([o, &status] { status = run_reproduce(*o); });
}

} // namespace mixcert::cli
