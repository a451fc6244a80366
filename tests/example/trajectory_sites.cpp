// Says what read_trajectory finds: the mixer, and for every site its prefix and the SHA-256 of X and of y.
#include "mixcert/io/trajectory.hpp"

#include <exception>
#include <iostream>

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::cerr << "usage: trajectory_sites FILE|FILE:[i,...]\n";
    return 2;
  }
  const mixcert::trajectory found = mixcert::read_trajectory(argv[1], {.branch_outputs = true});
  std::cout << found.mixer << '\n';
  for (const mixcert::trajectory_site& site : found.sites)
    std::cout << site.prefix << ' ' << site.state.sha256 << ' ' << site.branch_output->sha256 << '\n';
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
