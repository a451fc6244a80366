#include "mixcert/proof/pdf.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mixcert::proof {
namespace {

namespace fs = std::filesystem;

/// Removed with everything in it.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (fs::temp_directory_path() / "mixcert-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw input_error("no temporary folder can be made: " + std::string(std::strerror(errno)) +
                        "; set TMPDIR to a folder that can be written");
    path_ = name;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::optional<std::string> find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error) && access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return std::nullopt;
}

std::string find_latex() {
  for (const char* name : {"pdflatex", "lualatex"})
    if (auto found = find_program(name)) return *found;
  throw input_error("neither pdflatex nor lualatex is installed: apt-get install texlive-latex-recommended, or write "
                    "the LaTeX source with --to tex");
}

/// Runs the program in the folder, its output in a file there. Whether it ended with status 0.
bool run(std::vector<std::string> arguments, const fs::path& folder, const fs::path& log) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  constexpr int readable = 0600;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, readable);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw input_error(arguments.front() + " cannot be started: " + std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string first_error(const fs::path& log) {
  std::istringstream lines(read_file(log.string()));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('!')) return printable(line);
  return "no message in its log";
}

} // namespace

std::string pdf_of(const std::string& latex) {
  const std::string program = find_latex();
  const temporary_folder folder;
  const fs::path log = folder.path() / "output";
  write_file((folder.path() / "proof.tex").string(), latex);
  constexpr int runs = 3; // references and the widths of tables settle
  for (int k = 0; k < runs; ++k)
    if (!run({program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "proof.tex"}, folder.path(),
             log))
      throw input_error(program + " failed on the document: " + first_error(log) +
                        "; is texlive-latex-recommended installed in full? --to tex writes the source");
  return read_file((folder.path() / "proof.pdf").string());
}

} // namespace mixcert::proof
