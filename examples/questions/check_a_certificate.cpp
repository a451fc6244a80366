// How do I check a certificate that somebody sent me? As a command: mixcert check certificate.json --data FOLDER
#include "mixcert/certificate/checker/check.hpp"
#include "mixcert/certificate/checker/report.hpp"
#include "mixcert/io/whole_file.hpp"

#include <iostream>
#include <string>

int main(int argc, char** argv) {
  const std::string data = argc > 1 ? argv[1] : "examples/data"; // my own checkpoint and states
  const std::string file = argc > 2 ? argv[2] : "proofs/generated/hc.certificate.json";
  std::string text = mixcert::read_file(file);
  // Linked with mixcert::checker alone, which shares no code with what makes certificates but how files are read.
  const auto verdict = [&] { return verdict_of(mixcert::checker::check(text, {data})); };
  std::cout << verdict() << '\n';

  // If somebody had made the largest value's upper end equal to the lower one, everywhere it stands:
  const std::string end = "0x1.eace206939743p+0", smaller = "0x1.eace206939742p+0";
  for (std::size_t at = text.find(end); at != std::string::npos; at = text.find(end))
    text.replace(at, end.size(), smaller);
  std::cout << verdict().substr(0, 21) << '\n';
}

// prints:
// VERIFIED
// REFUTED: claim C7 svd
