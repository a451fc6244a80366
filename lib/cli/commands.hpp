// The program's subcommands: each adds itself to the command line and runs when chosen.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace mixcert::cli {

void add_certify(CLI::App& program);
void add_completions(CLI::App& program);
void add_diagnose(CLI::App& program);
void add_man(CLI::App& program);
void add_mixers(CLI::App& program);
void add_product(CLI::App& program);
void add_prove(CLI::App& program);
void add_report(CLI::App& program);
void add_show(CLI::App& program);
void add_spectrum(CLI::App& program);
/// Sets `status` to 1 where a certificate is not verified.
void add_check(CLI::App& program, int& status);
/// Sets `status`, which is 0 where nothing was refuted and nothing was left undecided.
void add_reproduce(CLI::App& program, int& status);

/// Sets `status` to 3 where a state failed, to 130 where a signal stopped it.
void add_batch(CLI::App& program, int& status);
/// Sets `status` to 3 where a state failed.
void add_merge(CLI::App& program, int& status);

} // namespace mixcert::cli
