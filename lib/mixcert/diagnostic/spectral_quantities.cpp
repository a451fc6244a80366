#include "mixcert/diagnostic/spectral_quantities.hpp"

namespace mixcert {
namespace {

mp_interval whole(std::size_t n, const mp_interval& like) { return {static_cast<double>(n), like.bits()}; }

std::optional<mp_interval> if_finite(mp_interval x) {
  if (!is_finite(x)) return std::nullopt;
  return x;
}

} // namespace

std::optional<mp_interval> log_abs_determinant(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  mp_interval sum = whole(0, spectrum.front().value);
  for (const auto& [value, multiplicity, from] : spectrum) {
    if (!certainly_less(whole(0, value), value)) return std::nullopt;
    sum += whole(multiplicity, value) * log(value);
  }
  return if_finite(std::move(sum));
}

std::optional<mp_interval> stable_rank(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  const mp_interval& norm = spectrum.front().value;
  const mp_interval one = whole(1, norm);
  if (!certainly_less(whole(0, norm), norm)) return std::nullopt;
  mp_interval sum = one;
  for (std::size_t i = 0; i < spectrum.size(); ++i) {
    const std::size_t others = spectrum[i].multiplicity - (i == 0 ? 1 : 0);
    if (others > 0) sum += whole(others, norm) * sqr(min(one, spectrum[i].value / norm));
  }
  return if_finite(std::move(sum));
}

mp_interval mean_square(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  mp_interval sum = whole(0, spectrum.front().value);
  std::size_t count = 0;
  for (const auto& [value, multiplicity, from] : spectrum) {
    sum += whole(multiplicity, value) * sqr(value);
    count += multiplicity;
  }
  return sum / whole(count, sum);
}

enclosed_count count_at_least(const std::vector<spectrum_entry<mp_interval>>& spectrum, const mp_interval& x) {
  enclosed_count count{0, 0};
  for (const auto& [value, multiplicity, from] : spectrum) {
    if (certainly_less_equal(x, value)) count.at_least += multiplicity;
    if (possibly_less_equal(x, value)) count.at_most += multiplicity;
  }
  return count;
}

} // namespace mixcert
