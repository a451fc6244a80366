#include "mixcert/certificate/matrix_certificate.hpp"

#include "mixcert/ball/norm.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "mixcert/spectrum/separated.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixcert {
namespace {

/// Everything is of the matrix divided by 2^exponent.
struct enclosed_spectrum {
  std::vector<mp_interval> values;
  verified_svd svd;
  std::vector<separated_group> groups; ///< those that were sharpened
  long exponent;
  double distance;
};

/// Sharpens what is wider than `relative_places` places of itself.
void sharpen_groups(enclosed_spectrum& s, const matrix<mp_float>& A, mpfr_prec_t relative_places,
                    const precision& places) {
  const verified_svd& svd = s.svd;
  const std::vector<mp_interval> of_A = enclose_singular_values(svd.factors, svd.defects, 0, places.working);
  const mp_interval zero(0, places.working), distance(s.distance, places.working), around = hull(-distance, distance);
  for (separated_group& group : find_separated(A, svd.factors, svd.defects, of_A, relative_places, places.working)) {
    group.residual = stored_bound(group.residual);
    group.coupling = stored_bound(group.coupling);
    const auto sharp = sharpen(of_A, group, group_defect(svd.defects), A.rows() == A.cols());
    if (!sharp) continue;
    for (std::size_t j = 0; j < group.count; ++j) s.values[group.first + j] = max(zero, (*sharp)[j] + around);
    s.groups.push_back(std::move(group));
  }
}

/// The singular values of every matrix within `distance` of A, whose largest entry is near 1; to `relative_places`
/// places of each where `distance` allows it and a second-order bound gives them.
enclosed_spectrum enclose(const matrix<mp_float>& A, double distance, long exponent, mpfr_prec_t relative_places,
                          const precision& places) {
  enclosed_spectrum r{{}, decompose(A, places), {}, exponent, distance};
  r.svd.defects = stored_defects(r.svd.defects);
  r.values = enclose_singular_values(r.svd.factors, r.svd.defects, distance, places.working);
  if (distance < r.svd.defects.residual) sharpen_groups(r, A, relative_places, places);
  return r;
}

claim separated_claim(const enclosed_spectrum& s) {
  claim separated{.id = "C3",
                  .type = "separated",
                  .theorem = "T6",
                  .says =
                      "For each group of `count` values from number `first` (counted from 0), with its columns U', V' "
                      "and values S' of C2: the residuals A V' - U' S' and A^T U' - V' S' together are at most r "
                      "sqrt(2), and M = (U'^T A V' + V'^T A^T U') / 2 differs from its diagonal by at most o in the "
                      "Frobenius norm; hence "
                      "their part of `spectrum`, to second order.",
                  .uses = {"C1", "C2"}};
  std::vector<mp_float> r, o;
  for (const separated_group& group : s.groups) {
    separated.integers["first"].push_back(static_cast<long>(group.first));
    separated.integers["count"].push_back(static_cast<long>(group.count));
    r.emplace_back(group.residual, 53);
    o.emplace_back(group.coupling, 53);
  }
  separated.matrices = {{"r", to_dyadic(matrix<mp_float>(r.size(), 1, r))},
                        {"o", to_dyadic(matrix<mp_float>(o.size(), 1, o))}};
  return separated;
}

std::vector<claim> claims_of(const matrix_input& input, const enclosed_spectrum& s) {
  const auto column = [](const std::vector<mp_float>& x) { return to_dyadic(matrix<mp_float>(x.size(), 1, x)); };
  claim data{
      .id = "C1", .type = "data", .theorem = "", .says = "The matrix holds exactly the numbers named in `subject`."};
  claim svd{.id = "C2",
            .type = "svd",
            .theorem = "T6",
            .says =
                "With A = matrix / 2^exponent: U diag(sigma) V^T is A up to e; U and V have orthonormal columns up to "
                "g and f; every member of the ball is within distance of its midpoint; hence `spectrum`.",
            .uses = {"C1"}};
  svd.matrices = {
      {"U", to_dyadic(s.svd.factors.U)}, {"V", to_dyadic(s.svd.factors.V)}, {"sigma", column(s.svd.factors.sigma)}};
  svd.integers = {{"exponent", {s.exponent}}};
  svd.bounds = {
      {"e", s.svd.defects.residual}, {"f", s.svd.defects.orthogonality_v}, {"g", s.svd.defects.orthogonality_u}};
  if (!input.radius.values().empty()) svd.bounds.emplace("distance", s.distance);
  std::vector<claim> claims = {std::move(data), std::move(svd)};
  if (!s.groups.empty()) claims.push_back(separated_claim(s));
  return claims;
}

} // namespace

matrix_certificate certify_matrix(const matrix_input& input, int digits) {
  require_ieee_environment();
  if (digits != 0) require_digits(digits);
  matrix_certificate c;
  c.rows = input.values.rows();
  c.cols = input.values.cols();
  c.made_by = this_producer();
  const std::size_t count = std::min(c.rows, c.cols);
  if (count == 0) {
    c.claims = {{.id = "C1", .type = "data", .theorem = "", .says = "The matrix has no rows or no columns."}};
    return c;
  }
  const bool ball = !input.radius.values().empty();
  const long exponent = largest_exponent(map(input.values, [](double x) { return mp_float(x, 53); }));
  for (int attempt = 0;; ++attempt) {
    const precision places = places_for(digits, attempt);
    const matrix<mp_float> A =
        map(input.values, [&](double x) { return scaled(mp_float(x, places.witness + 64), -exponent); });
    double distance = 0;
    if (ball) distance = magnitude_up(scaled(mp_float(spectral_norm_up(input.radius), places.working), -exponent));
    if (!std::isfinite(distance))
      throw not_certified(
          "the radii are too large, by themselves or for a matrix this small: no binary64 number bounds "
          "how far the matrices within them are from it");
    constexpr mpfr_prec_t beyond_binary64 = 60;
    const mpfr_prec_t relative_places = digits == 0 ? beyond_binary64 : binary_places(digits) + 4;
    enclosed_spectrum s = enclose(A, distance, exponent, relative_places, places);
    std::vector<enclosure> spectrum;
    for (const mp_interval& value : s.values) spectrum.push_back(stored_enclosure(scaled(value, exponent), digits));
    const bool kept = digits == 0 || ball || std::all_of(spectrum.begin(), spectrum.end(), [&](const enclosure& value) {
                        return keeps_promise(value, spectrum.front(), digits);
                      });
    if (!kept && attempt < 2) continue;
    if (!kept) throw not_certified("the refinement did not reach " + std::to_string(digits) + " digits");
    c.claims = claims_of(input, s);
    c.spectrum = std::move(spectrum);
    return c;
  }
}

} // namespace mixcert
