// The program's arguments, one a line, by a user who owns nothing: whatever they name, no file of anybody's is written.
#include "scratch.hpp"
#include "target.hpp"

#include <cstdlib>
#include <filesystem>
#include <grp.h>
#include <iostream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

int program_main(int count, char** words); // of lib/cli/main.cpp

namespace mixcert::fuzz {
namespace {

void become_nobody() {
  if (geteuid() != 0) {
    std::cerr << "SKIPPED: only root can become nobody\n";
    std::exit(77);
  }
  const char* const examples = std::getenv("MIXCERT_EXAMPLES");
  if (examples == nullptr) throw std::runtime_error("MIXCERT_EXAMPLES must name the folder examples/data");
  std::filesystem::copy(examples, scratch_folder());
  std::filesystem::permissions(scratch_folder(), std::filesystem::perms::all);
  std::filesystem::current_path(scratch_folder());
  constexpr unsigned nobody = 65534;
  if (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0)
    throw std::runtime_error("the user cannot be changed");
  std::cout.rdbuf(nullptr);
  std::cerr.rdbuf(nullptr);
}

} // namespace

void command_line(std::string_view bytes) {
  static const bool entered = (become_nobody(), true);
  (void)entered;
  std::vector<std::string> words{"mixcert"};
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    words.emplace_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int status = program_main(static_cast<int>(words.size()), pointers.data());
  std::cout.clear();
  std::cerr.clear();
  if (status < 0 || status > 3) throw std::logic_error("status " + std::to_string(status));
}

} // namespace mixcert::fuzz
