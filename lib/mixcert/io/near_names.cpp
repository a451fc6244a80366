#include "mixcert/io/near_names.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

// The time to compare two names grows with the product of their lengths.
constexpr std::size_t longest_name = 256;
constexpr std::size_t most_work = 500'000'000; ///< sum of these products

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// Length of the longer of the common beginning and the common ending.
std::size_t shared_affix(std::string_view a, std::string_view b) {
  const auto beginning = std::ranges::mismatch(a, b).in1 - a.begin();
  const auto ending = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(beginning, ending));
}

/// Restricted Damerau–Levenshtein distance (optimal string alignment), three rows of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(a.size() + 1), last(a.size() + 1), row(a.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) row[i] = i;
  for (std::size_t j = 1; j <= b.size(); ++j) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      row[i] = std::min({last[i] + 1, row[i - 1] + 1, last[i - 1] + (a[i - 1] != b[j - 1] ? 1u : 0u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[i] = std::min(row[i], before_last[i - 2] + 1);
    }
  }
  return row[a.size()];
}

std::string listed(std::span<const std::string> names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + printable(name);
  return out;
}

using candidate = std::pair<std::ptrdiff_t, std::string_view>; ///< badness and name

} // namespace

std::vector<std::string> near_names(std::string_view wanted, const std::vector<std::string>& available,
                                    std::size_t most) {
  if (wanted.size() > longest_name) return {};
  const std::string wanted_folded = lower_case(wanted);
  std::vector<candidate> candidates;
  std::size_t work = 0;
  for (const std::string& name : available) {
    if (name.size() > longest_name) continue;
    const std::string folded = lower_case(name);
    const auto [shortest, longest] = std::minmax({folded.size(), wanted_folded.size()});
    const std::size_t shared = shared_affix(wanted_folded, folded);
    const bool same_affix = shared >= 3 && 3 * shared >= 2 * shortest;
    const std::size_t few_edits = std::max<std::size_t>(longest / 3, 1);
    if (!same_affix && longest - shortest > few_edits) continue;
    work += folded.size() * wanted_folded.size();
    if (work > most_work) break;
    const std::size_t edits = edit_distance(wanted_folded, folded);
    if (same_affix || (edits <= few_edits && edits < longest))
      candidates.emplace_back(static_cast<std::ptrdiff_t>(2 * edits) - static_cast<std::ptrdiff_t>(shared), name);
  }

  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, candidates.size()));
  std::ranges::partial_sort(candidates, candidates.begin() + kept);
  std::vector<std::string> nearest;
  for (const auto& [badness, name] : std::span(candidates).first(static_cast<std::size_t>(kept)))
    nearest.emplace_back(name);
  return nearest;
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& available) {
  const std::vector<std::string> near = near_names(wanted, available, 1);
  return near.empty() ? "" : "did you mean '" + printable(near.front()) + "'? ";
}

void refuse_unknown_tensor(const std::filesystem::path& file, std::string_view name,
                           const std::vector<std::string>& available) {
  std::string message = file.string() + ": no tensor '" + printable(name) + '\'';
  if (available.empty())
    message += "; the file holds no tensors: name another file";
  else if (const auto near = near_names(name, available); !near.empty())
    message += "; near names: " + listed(near);
  else {
    const std::size_t shown = std::min<std::size_t>(available.size(), 3);
    message += "; the file holds " + std::to_string(available.size()) + " tensors: ";
    message += listed(std::span(available).first(shown));
    message += shown < available.size() ? ", ..." : "";
  }
  throw input_error(message);
}

} // namespace mixcert
