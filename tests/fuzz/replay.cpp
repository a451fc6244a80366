// Every file of a corpus to the target that its folder names, without a fuzzer.
#include "target.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: " << words[0] << " TARGET FOLDER\n";
    return 2;
  }
  const mixcert::fuzz::target& chosen = mixcert::fuzz::find_target(words[1]);
  std::vector<std::pair<std::string, std::string>> inputs;
  for (const auto& entry : std::filesystem::directory_iterator(words[2])) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs.emplace_back(entry.path().string(), std::string(std::istreambuf_iterator<char>(file), {}));
  }
  std::size_t faults = 0;
  for (const auto& [name, bytes] : inputs) {
    try {
      run(chosen, bytes);
    } catch (const std::exception& fault) {
      ++faults;
      std::fprintf(stderr, "%s: %s\n", name.c_str(), fault.what());
    }
  }
  std::fprintf(stderr, "%zu inputs, %zu faults\n", inputs.size(), faults);
  return inputs.empty() || faults != 0 ? 1 : 0;
}
