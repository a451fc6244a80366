#include "mixcert/certificate/checker/mixers/energies.hpp"

#include "mixcert/certificate/checker/mixers/factors.hpp"
#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/rotation.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

skew_places places_of(const site& at, std::size_t k) {
  const std::size_t order = at.choice("skew_order", {"upper-rows", "upper-columns", "lower-rows", "lower-columns"});
  return order < 2 ? places_above(k, order == 0) : places_below(k, order == 2);
}

/// The squared Frobenius norms of the s x s blocks of the rotation, over s.
std::vector<dual> energies(const std::vector<dual>& p, const energy_factor& factor, const skew_places& places,
                           mpfr_prec_t bits) {
  const auto [f, s] = factor;
  const std::vector<dual> Q = cayley_transform(p, places, f * s, bits);
  std::vector<dual> U(f * f, {interval(bits), interval(bits)});
  for (std::size_t u = 0; u < f * s; ++u)
    for (std::size_t v = 0; v < f * s; ++v) {
      const dual& q = Q[u * f * s + v];
      U[u / s * f + v / s] += q * q;
    }
  for (dual& x : U) x = x / interval(static_cast<long>(s), bits);
  return U;
}

/// Its features are its parameters or, where these are more, its entries but for the last row and column.
kronecker_factor factor_of(const site& at, const energy_factor& factor, std::size_t k, mpfr_prec_t bits) {
  const std::size_t f = factor.f;
  const std::string name = "factor " + std::to_string(k);
  const skew_places places = places_of(at, f * factor.s);
  const auto U = [=](const std::vector<dual>& p) { return energies(p, factor, places, bits); };
  if (places.size() > (f - 1) * (f - 1))
    return {f,
            places.size(),
            entry_labels(name, f),
            f * f,
            [=](const std::vector<dual>& p) { return entries_and_values(U(p), f); },
            [=](const std::vector<dual>& x) { return from_entries_and_values(x, f); }};
  std::vector<std::string> labels;
  for (const auto& [i, j] : places) labels.push_back(place_label(name + ".A", {i, j}));
  return {f, places.size(), std::move(labels), 0, [](const std::vector<dual>& p) { return p; }, U};
}

} // namespace

equations block_energies(const site& at, const std::vector<energy_factor>& sizes, mpfr_prec_t bits) {
  std::vector<kronecker_factor> factors;
  std::size_t m = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    factors.push_back(factor_of(at, sizes[k], k, bits));
    m += factors.back().numbers;
  }
  equations e = rms_routed(at, m, bits);
  set_kronecker_product(e.mix, factors, false, bits);
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = e.mix.labels.size()};
  return e;
}

} // namespace mixcert::checker
