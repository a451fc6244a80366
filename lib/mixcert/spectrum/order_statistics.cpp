#include "mixcert/spectrum/order_statistics.hpp"

#include <algorithm>

namespace mixcert {
namespace {

bool above(double a, double b) { return a > b; }
bool above(const mp_float& a, const mp_float& b) { return mpfr_greater_p(a.get(), b.get()) != 0; }

double lower_end(const interval& x) { return x.lower(); }
double upper_end(const interval& x) { return x.upper(); }
mp_float lower_end(const mp_interval& x) { return {x.lower(), x.bits()}; }
mp_float upper_end(const mp_interval& x) { return {x.upper(), x.bits()}; }
interval between(double low, double high) { return {low, high}; }
mp_interval between(const mp_float& low, const mp_float& high) {
  return {low, high, std::max(low.bits(), high.bits())};
}

template <class End> struct end {
  End value;
  std::size_t multiplicity;
  const std::string* from;
};

template <class Interval, class Which>
auto sorted_ends(const std::vector<spectrum_entry<Interval>>& parts, Which which) {
  using value = decltype(which(parts.front().value));
  std::vector<end<value>> ends;
  for (const spectrum_entry<Interval>& part : parts)
    if (part.multiplicity > 0) ends.push_back({which(part.value), part.multiplicity, &part.from});
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return above(a.value, b.value); });
  return ends;
}

} // namespace

template <class Interval>
std::vector<spectrum_entry<Interval>> merge(const std::vector<spectrum_entry<Interval>>& parts) {
  auto low = sorted_ends(parts, [](const Interval& x) { return lower_end(x); });
  auto high = sorted_ends(parts, [](const Interval& x) { return upper_end(x); });
  std::vector<spectrum_entry<Interval>> merged;
  for (std::size_t i = 0, j = 0; i < low.size();) {
    const std::size_t run = std::min(low[i].multiplicity, high[j].multiplicity);
    const bool same = *low[i].from == *high[j].from;
    merged.push_back({between(low[i].value, high[j].value), run, same ? *low[i].from : "merged"});
    if ((low[i].multiplicity -= run) == 0) ++i;
    if ((high[j].multiplicity -= run) == 0) ++j;
  }
  return merged;
}

template std::vector<spectrum_entry<interval>> merge(const std::vector<spectrum_entry<interval>>&);
template std::vector<spectrum_entry<mp_interval>> merge(const std::vector<spectrum_entry<mp_interval>>&);

} // namespace mixcert
