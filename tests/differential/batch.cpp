// The fast paths against the slow one at many states: how many could not be enclosed, how wide the others are, and how
// many enclosures of the two exclude one another, of which there may be none.
#include "support/batch_cases.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

namespace {

using namespace mixcert;
using namespace mixcert::test;

struct tally {
  std::size_t states = 0, declined = 0, refused = 0, wrong = 0;
  double widest = 0;
};

void compare(const batch_case& c, tally& counts) {
  const std::unique_ptr<const site_spectra> site = fast_path(c.input);
  const std::vector<state_spectrum> fast = fast_spectra_of(*site, c.states);
  for (std::size_t k = 0; k < fast.size(); ++k) {
    ++counts.states;
    if (!fast[k].certified) {
      ++counts.declined;
      continue;
    }
    for (const double width : widths(fast[k])) counts.widest = std::max(counts.widest, width);
    const slow_spectrum slow = slow_spectrum_of(c.input, c.states[k]);
    counts.refused += slow.all.empty() ? 1 : 0;
    const std::string where = slow.all.empty() ? "" : contradiction(fast[k], slow);
    if (!where.empty()) {
      ++counts.wrong;
      std::cout << c.family << ", state " << k << ": " << where << '\n';
    }
  }
}

} // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: " << words[0] << " STATES\n";
    return 2;
  }
  const std::size_t wanted = std::strtoul(words[1], nullptr, 10);
  std::map<std::string, tally> tallies;
  std::size_t states = 0;
  for (std::uint64_t seed = 1; states < wanted; ++seed) {
    constexpr std::size_t at_once = 5;
    const std::size_t n = 2 + seed % 3, d = n * n + seed * seed % 60;
    const bool hc = seed % 4 != 0;
    for (const batch_case& c : hc ? hc_batch_cases(seed, n, d, at_once) : mhc_batch_cases(seed, n, d, at_once)) {
      compare(c, tallies[(hc ? "hc, " : "mhc-v4, ") + c.family]);
      states += at_once;
    }
  }
  tally all;
  for (const auto& [family, t] : tallies) {
    std::cout << family << ": " << t.states << " states, " << t.declined << " declined, widest " << t.widest
              << " ulp of the largest value\n";
    all = {all.states + t.states, all.declined + t.declined, all.refused + t.refused, all.wrong + t.wrong,
           std::max(all.widest, t.widest)};
  }
  std::cout << all.states << " states, " << all.declined << " declined, " << all.refused
            << " enclosed by the fast path alone, " << all.wrong << " contradictions\n";
  return all.wrong == 0 ? 0 : 1;
}
