#include "mixcert/certificate/factored_spectrum.hpp"

#include "mixcert/certificate/digits.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/factored_product.hpp"
#include "mixcert/jacobian/map.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mixcert {
namespace {

constexpr mpfr_prec_t first_places = 512, most_places = 16384;
constexpr mpfr_prec_t narrow = 60;

precision places_of(mpfr_prec_t working) {
  const mpfr_prec_t basis = working - 112;
  return {(basis - 16) / 2, basis, working};
}

void append(factored_product& product, const mixer& mixer, const mixer_input& input,
            const context<mp_interval>& numbers) {
  product.append(feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::common));
}

factored_spectrum enclosed(const mixer& mixer, const std::vector<product_site>& sites, const precision& places) {
  const context<mp_interval> numbers{places.working};
  const std::size_t width = sites.front().input.state.cols();
  factored_product product(numbers, width);
  for (const product_site& site : sites) append(product, mixer, site.input, numbers);
  feedback<mp_interval> P = product.result();
  mp_interval_matrix frozen = P.frozen;
  const std::size_t order = frozen.rows() * product.coordinates();
  return {enclose_scaled_spectrum(std::move(P), width, places), std::move(frozen), order, places};
}

/// Rounding to the ends that are stored has a digit left.
bool is_sufficient(const factored_spectrum& found, int digits) {
  const mp_interval& largest = found.values.front().value;
  if (digits == 0) return is_exact_zero(largest) || are_narrow({found.values.front()}, narrow);
  return std::ranges::all_of(found.values,
                             [&](const auto& entry) { return keeps_promise(entry.value, largest, digits + 1); });
}

/// Whether so many places are little enough to ask for the sake of small values.
bool may_go_on(const factored_spectrum& found, mpfr_prec_t places) {
  constexpr std::size_t most = 4096, most_together = std::size_t{1} << 16;
  const auto bits = static_cast<std::size_t>(places);
  return bits <= most && bits * found.order <= most_together;
}

} // namespace

factored_spectrum enclose_factored_product(const mixer& mixer, const std::vector<product_site>& sites, int digits) {
  std::optional<factored_spectrum> sufficient;
  const std::string unresolved = digits == 0 ? "the largest singular value is not resolved"
                                             : "not every singular value has the digits that were asked for";
  std::string reason;
  for (mpfr_prec_t places = first_places; places <= most_places; places *= 2) {
    if (sufficient && !may_go_on(*sufficient, places)) break;
    try {
      factored_spectrum found = enclosed(mixer, sites, places_of(places));
      reason = unresolved;
      if (!is_sufficient(found, digits)) continue;
      sufficient = std::move(found);
      if (digits != 0 || are_narrow(sufficient->values, narrow)) break;
    } catch (const not_certified& error) {
      reason = error.what();
    }
  }
  if (sufficient) return *std::move(sufficient);
  throw not_certified("with " + std::to_string(most_places) + " places: " + reason);
}

std::size_t factored_order(const mixer& mixer, const std::vector<product_site>& sites, std::size_t limit) {
  const context<mp_interval> numbers{first_places};
  const mixer_input& first = sites.front().input;
  const std::size_t n = first.state.rows();
  factored_product product(numbers, first.state.cols());
  for (const product_site& site : sites) {
    append(product, mixer, site.input, numbers);
    if (n * product.coordinates() > limit) break;
  }
  return n * product.coordinates();
}

} // namespace mixcert
