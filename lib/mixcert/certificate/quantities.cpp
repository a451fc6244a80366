#include "mixcert/certificate/quantities.hpp"

#include "mixcert/certificate/outward.hpp"
#include "mixcert/diagnostic/spectral_quantities.hpp"

#include <algorithm>

namespace mixcert {
namespace {

mpfr_prec_t working_places(int digits) { return 256 + 4 * static_cast<mpfr_prec_t>(digits); }

std::vector<spectrum_entry<mp_interval>> lifted(const std::vector<spectrum_entry<enclosure>>& spectrum,
                                                mpfr_prec_t bits) {
  std::vector<spectrum_entry<mp_interval>> r;
  for (const auto& entry : spectrum) r.push_back({lift(entry.value, bits), entry.multiplicity, entry.from});
  return r;
}

std::optional<enclosure> ratio(const mp_interval& actual, const mp_interval& frozen, int digits) {
  if (!certainly_less(mp_interval(0, actual.bits()), frozen)) return std::nullopt;
  return stored_enclosure(actual / frozen, digits);
}

} // namespace

template <class Enclosure>
std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<Enclosure>>& spectrum,
                                   const std::vector<Enclosure>& frozen, std::size_t width) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < frozen.size(); ++k) {
    std::size_t above = 0, below = 0;
    for (const auto& entry : spectrum) {
      if (certainly_less(frozen[k], entry.value)) above += entry.multiplicity;
      if (certainly_less(entry.value, frozen[k])) below += entry.multiplicity;
    }
    // At most k width values of H kron I exceed the k-th distinct one, at most (n - 1 - k) width lie below it.
    const std::size_t expected_above = k * width, expected_below = (frozen.size() - 1 - k) * width;
    if (above > expected_above) rank = std::max(rank, above - expected_above);
    if (below > expected_below) rank = std::max(rank, below - expected_below);
  }
  return rank;
}

template std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<enclosure>>&,
                                            const std::vector<enclosure>&, std::size_t);
template std::size_t feedback_rank_at_least(const std::vector<spectrum_entry<interval>>&, const std::vector<interval>&,
                                            std::size_t);

certified_quantities quantities_of(const std::vector<spectrum_entry<enclosure>>& spectrum,
                                   const std::vector<enclosure>& frozen, std::size_t width, int digits) {
  const mpfr_prec_t bits = working_places(digits);
  std::vector<spectrum_entry<enclosure>> frozen_entries;
  for (const enclosure& value : frozen) frozen_entries.push_back({value, 1, "core"});
  const mp_interval actual_square = mean_square(lifted(spectrum, bits)),
                    frozen_square = mean_square(lifted(frozen_entries, bits));
  certified_quantities q;
  q.norm = spectrum.front().value;
  q.frozen_norm = frozen.front();
  q.norm_ratio = ratio(lift(q.norm, bits), lift(q.frozen_norm, bits), digits);
  q.mean_square = stored_enclosure(actual_square, digits);
  q.frozen_mean_square = stored_enclosure(frozen_square, digits);
  q.mean_square_ratio = ratio(actual_square, frozen_square, digits);
  q.smallest = spectrum.back().value;
  q.rank_at_least = feedback_rank_at_least(spectrum, frozen, width);
  return q;
}

} // namespace mixcert
