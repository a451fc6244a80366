#include "mixcert/spectrum/order_statistics.hpp"

#include <algorithm>

namespace mixcert {
namespace {

struct end {
  double value;
  std::size_t multiplicity;
  const std::string* from;
};

std::vector<end> sorted_ends(const std::vector<spectrum_entry>& parts, double (*which)(const interval&)) {
  std::vector<end> ends;
  for (const spectrum_entry& part : parts)
    if (part.multiplicity > 0) ends.push_back({which(part.value), part.multiplicity, &part.from});
  std::stable_sort(ends.begin(), ends.end(), [](const end& a, const end& b) { return a.value > b.value; });
  return ends;
}

} // namespace

std::vector<spectrum_entry> merge(const std::vector<spectrum_entry>& parts) {
  std::vector<end> low = sorted_ends(parts, [](const interval& x) { return x.lower(); });
  std::vector<end> high = sorted_ends(parts, [](const interval& x) { return x.upper(); });
  std::vector<spectrum_entry> merged;
  for (std::size_t i = 0, j = 0; i < low.size();) {
    const std::size_t run = std::min(low[i].multiplicity, high[j].multiplicity);
    const bool same = *low[i].from == *high[j].from;
    merged.push_back({interval(low[i].value, high[j].value), run, same ? *low[i].from : "merged"});
    if ((low[i].multiplicity -= run) == 0) ++i;
    if ((high[j].multiplicity -= run) == 0) ++j;
  }
  return merged;
}

} // namespace mixcert
