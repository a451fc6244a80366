#include "commands.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/environment.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Throws input_error when the first argument is no option and no subcommand.
void require_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || argv[1][0] == '\0') return;
  std::string listed;
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->get_name() == argv[1]) return;
    names.push_back(command->get_name());
    listed += (listed.empty() ? "" : ", ") + names.back();
  }
  throw mixcert::input_error("there is no subcommand '" + mixcert::printable(argv[1]) + "'; " +
                             mixcert::did_you_mean(argv[1], names) + "there are: " + listed);
}

/// What options that the chosen subcommand does not have may have meant, a line for each.
std::string near_options(const CLI::App& program) {
  std::string lines;
  for (const CLI::App* command : program.get_subcommands()) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& extra : command->remaining())
      if (extra.starts_with("--"))
        if (const auto near = mixcert::near_names(extra.substr(0, extra.find('=')), names, 1); !near.empty())
          lines += "There is no option " + mixcert::printable(extra) + "; did you mean " + near.front() + "?\n";
  }
  return lines;
}

/// What the parser says, with what it did not expect in the order in which that was given.
std::string failure_message(const CLI::App* program, const CLI::Error& error) {
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> extras = program->remaining(true);
    message =
        extras.size() > 1 ? "The following arguments were not expected:" : "The following argument was not expected:";
    for (const std::string& extra : extras) message += ' ' + mixcert::printable(extra);
  }
  return "mixcert: " + message + '\n' + near_options(*program) + "Run with --help for more information.\n";
}

/// Exit status of the program's contract.
enum status { done = 0, wrong_request = 2, could_not_certify = 3 };

} // namespace

int main(int argc, char** argv) {
  CLI::App program("mixcert: certified Jacobian spectra of dynamic residual mixers", "mixcert");
  program.set_version_flag("--version", "mixcert " MIXCERT_VERSION);
  program.require_subcommand(1);
  program.footer("Exit status: 0 done; 1 something disagrees (reproduce) or is not verified (check); 2 the request or "
                 "its\ninput is wrong; 3 nothing is wrong, but it could not be certified; 130 interrupted (batch).");
  program.failure_message(failure_message);
  mixcert::cli::add_certify(program);
  mixcert::cli::add_diagnose(program);
  mixcert::cli::add_mixers(program);
  mixcert::cli::add_product(program);
  mixcert::cli::add_prove(program);
  mixcert::cli::add_report(program);
  mixcert::cli::add_show(program);
  mixcert::cli::add_spectrum(program);
  int result = done;
  mixcert::cli::add_batch(program, result);
  mixcert::cli::add_check(program, result);
  mixcert::cli::add_merge(program, result);
  mixcert::cli::add_reproduce(program, result);
  mixcert::cli::add_man(program);
  mixcert::cli::add_completions(program);
  try {
    mixcert::require_ieee_environment(); // printing and parsing rest on it too
    require_command(program, argc, argv);
    program.parse(argc, argv);
    if (!std::cout.flush()) throw mixcert::input_error("standard output cannot be written; is the device full?");
    return result;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? done : wrong_request;
  } catch (const mixcert::input_error& error) {
    std::cerr << "mixcert: " << error.what() << '\n';
    return wrong_request;
  } catch (const mixcert::not_certified& error) {
    std::cerr << "mixcert: not certified: " << error.what() << '\n';
    return could_not_certify;
  } catch (const std::exception& error) {
    std::cerr << "mixcert: not certified: unexpected failure: " << error.what() << '\n';
    return could_not_certify;
  }
}
