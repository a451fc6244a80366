// The program's subcommands: each adds itself to the command line and runs when chosen.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace mixcert::cli {

void add_certify(CLI::App& program);
void add_diagnose(CLI::App& program);
void add_mixers(CLI::App& program);
void add_product(CLI::App& program);
void add_prove(CLI::App& program);
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

/// Writes the whole file or nothing: a temporary file beside it takes its place at the end. A link is followed; what
/// exists and is no regular file is refused. Throws input_error.
void write_file(const std::string& path, const std::string& text);
/// Throws what write_file would because of the file or its folder, before the work whose result is to be written. What
/// exists stays as it is.
void require_writable(const std::string& path);
void require_writable_folder(const std::string& folder);
/// Throws input_error when the file cannot be read.
std::string read_file(const std::string& path);
bool is_same_file(const std::string& a, const std::string& b);

} // namespace mixcert::cli
