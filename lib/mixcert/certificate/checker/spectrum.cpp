#include "mixcert/certificate/checker/spectrum.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <string>

namespace mixcert::checker {
namespace {

using ends = std::vector<std::pair<rational, std::size_t>>;

template <class Which> ends descending(const std::vector<spectrum_record>& parts, Which which) {
  ends r;
  for (const spectrum_record& part : parts)
    if (part.multiplicity > 0) r.emplace_back(which(part.value), part.multiplicity);
  std::ranges::stable_sort(r, [](const auto& a, const auto& b) { return a.first > b.first; });
  return r;
}

rational lower(const enclosure& x) { return x.lo; }
rational upper(const enclosure& x) { return x.hi; }

std::size_t total(const std::vector<spectrum_record>& parts) {
  std::size_t sum = 0;
  for (const spectrum_record& part : parts) sum += part.multiplicity;
  return sum;
}

enclosure mean_square(const std::vector<spectrum_record>& values) {
  enclosure sum{0, 0};
  for (const auto& [value, multiplicity, from] : values) {
    sum.lo += value.lo * value.lo * multiplicity;
    sum.hi += value.hi * value.hi * multiplicity;
  }
  const rational count = total(values);
  return {sum.lo / count, sum.hi / count};
}

void require_quantity(const std::string& name, const std::optional<enclosure>& stated, const enclosure& own) {
  require(stated.has_value(), "the quantity " + name + " is missing");
  require(stated->lo <= own.hi && own.lo <= stated->hi, name + " lies outside its enclosure");
  require_known(stated->lo <= own.lo && own.hi <= stated->hi, name + " is not known to lie in its enclosure");
}

/// Null is allowed: it claims nothing.
void require_ratio(const std::string& name, const std::optional<enclosure>& stated, const enclosure& over,
                   const enclosure& under) {
  if (!stated) return;
  require(under.lo > 0, name + " may divide by zero");
  require_quantity(name, stated, {over.lo / under.hi, over.hi / under.lo});
}

/// Whether the ends are those of parts of this origin, or, where it is `merged`, of parts of the two.
bool is_from(const std::string& origin, const std::vector<spectrum_record>& parts, const rational& low,
             const rational& high) {
  const auto has_low = [&](const char* own) {
    return std::ranges::any_of(parts, [&](const auto& part) { return part.from == own && part.value.lo == low; });
  };
  const auto has_high = [&](const char* own) {
    return std::ranges::any_of(parts, [&](const auto& part) { return part.from == own && part.value.hi == high; });
  };
  if (origin == "merged") return (has_low("core") && has_high("tail")) || (has_low("tail") && has_high("core"));
  return has_low(origin.c_str()) && has_high(origin.c_str());
}

} // namespace

void require_merged(const std::vector<spectrum_record>& spectrum, const std::vector<spectrum_record>& parts,
                    std::size_t count) {
  require(total(spectrum) == count && total(parts) == count, "it does not hold " + std::to_string(count) + " values");
  const ends low = descending(parts, lower), high = descending(parts, upper);
  std::size_t i = 0, j = 0, low_left = 0, high_left = 0, index = 0;
  for (const auto& [value, multiplicity, from] : spectrum) {
    require(multiplicity > 0, "an entry stands for no value");
    for (std::size_t left = multiplicity; left > 0;) {
      if (low_left == 0) low_left = low[i++].second;
      if (high_left == 0) high_left = high[j++].second;
      require(value.lo <= high[j - 1].first && low[i - 1].first <= value.hi,
              "value " + std::to_string(index) + " (counted from 0) lies outside its enclosure");
      require_known(value.lo <= low[i - 1].first && high[j - 1].first <= value.hi,
                    "value " + std::to_string(index) + " (counted from 0) is not known to lie in its enclosure");
      require(is_from(from, parts, low[i - 1].first, high[j - 1].first),
              "value " + std::to_string(index) + " (counted from 0) does not come from '" + printable(from) + "'");
      const std::size_t run = std::min({left, low_left, high_left});
      left -= run;
      low_left -= run;
      high_left -= run;
      index += run;
    }
  }
}

std::size_t rank_at_least(const std::vector<spectrum_record>& spectrum, const std::vector<enclosure>& frozen,
                          std::size_t width) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < frozen.size(); ++k) {
    std::size_t above = 0, below = 0;
    for (const auto& [value, multiplicity, from] : spectrum) {
      if (value.lo > frozen[k].hi) above += multiplicity;
      if (value.hi < frozen[k].lo) below += multiplicity;
    }
    if (above > k * width) rank = std::max(rank, above - k * width);
    const std::size_t behind = (frozen.size() - 1 - k) * width;
    if (below > behind) rank = std::max(rank, below - behind);
  }
  return rank;
}

void require_quantities(const quantities_record& q, const std::vector<spectrum_record>& spectrum,
                        const std::vector<enclosure>& frozen, std::size_t width) {
  std::vector<spectrum_record> frozen_entries;
  for (const enclosure& value : frozen) frozen_entries.push_back({value, 1});
  const enclosure &norm = spectrum.front().value, &frozen_norm = frozen.front();
  const enclosure square = mean_square(spectrum), frozen_square = mean_square(frozen_entries);
  require_quantity("norm", q.norm, norm);
  require_quantity("smallest", q.smallest, spectrum.back().value);
  require_quantity("frozen_norm", q.frozen_norm, frozen_norm);
  require_quantity("mean_square", q.mean_square, square);
  require_quantity("frozen_mean_square", q.frozen_mean_square, frozen_square);
  require_ratio("norm_ratio", q.norm_ratio, norm, frozen_norm);
  require_ratio("mean_square_ratio", q.mean_square_ratio, square, frozen_square);
  require(q.feedback_rank.has_value(), "the quantity feedback_rank is missing");
  require_known(q.feedback_rank->first <= rank_at_least(spectrum, frozen, width),
                "the spectrum does not show so high a rank of the feedback");
}

} // namespace mixcert::checker
