// The program's arguments, one a line, in a root of its own: whatever they name, no other file is read or written.
#include "scratch.hpp"
#include "target.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

int program_main(int count, char** words); // of lib/cli/main.cpp

namespace mixcert::fuzz {
namespace {

void enter_scratch_folder() {
  if (geteuid() != 0) {
    std::cerr << "SKIPPED: only root can shut the program in a folder\n";
    std::exit(77);
  }
  const char* const examples = std::getenv("MIXCERT_EXAMPLES");
  if (examples == nullptr) throw std::runtime_error("MIXCERT_EXAMPLES must name the folder examples/data");
  std::filesystem::copy(examples, scratch_folder());
  if (chroot(scratch_folder().c_str()) != 0 || chdir("/") != 0) throw std::runtime_error("the root cannot be changed");
  std::cout.rdbuf(nullptr);
  std::cerr.rdbuf(nullptr);
}

} // namespace

void command_line(std::string_view bytes) {
  static const bool entered = (enter_scratch_folder(), true);
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
