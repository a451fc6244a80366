// The checker alone: check CERTIFICATE FOLDER
#include "mixcert/certificate/checker/check.hpp"
#include "mixcert/certificate/checker/report.hpp"
#include "mixcert/io/whole_file.hpp"

#include <iostream>

int main(int, char** argv) {
  std::cout << mixcert::checker::verdict_of(mixcert::checker::check(mixcert::read_file(argv[1]), {argv[2]})) << '\n';
}
