#include "mixcert/certificate/matrix_certificate.hpp"

#include "mixcert/ball/norm.hpp"
#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixcert {
namespace {

constexpr int most_digits = 100;

mp_interval times_power(mp_interval x, long exponent) {
  mpfi_mul_2si(x.get(), x.get(), exponent);
  return x;
}

/// hi - lo <= 10^-D hi, or hi <= 10^-D sigma_1.
bool keeps_promise(const mp_interval& value, const mp_interval& largest, int digits) {
  const mpfr_prec_t bits = value.bits();
  mp_interval power(1, bits);
  for (int i = 0; i < digits; ++i) power = power * mp_interval(10, bits);
  const auto point = [&](mpfr_srcptr end) { return mp_interval(mp_float(end, bits), bits); };
  const mp_interval lo = point(value.lower()), hi = point(value.upper());
  return certainly_less((hi - lo) * power, hi) || certainly_less(hi * power, point(largest.lower())) ||
         is_exact_zero(hi);
}

struct enclosed_spectrum {
  std::vector<mp_interval> values;
  verified_svd svd;
  long exponent; ///< everything in `svd` is of the matrix divided by 2^exponent
  double distance;
};

/// The singular values of every matrix within `distance` of A; the largest entry of A is near 1.
enclosed_spectrum enclose(const matrix<mp_float>& A, double distance, long exponent, const precision& places) {
  enclosed_spectrum r{{}, decompose(A, places), exponent, distance};
  r.svd.defects = stored_defects(r.svd.defects);
  for (const mp_interval& value : enclose_singular_values(r.svd.factors, r.svd.defects, distance, places.working))
    r.values.push_back(times_power(value, exponent));
  return r;
}

precision places_for(int digits, int attempt) {
  precision places;
  if (digits > 0) {
    // Values down to sigma_1 / 10^D need as many places again; most matrices have none so small.
    places.witness =
        std::max<mpfr_prec_t>(128, 40 + static_cast<mpfr_prec_t>(std::ceil(3.33 * digits)) * (1 + attempt));
    places.working = places.witness + 256;
  }
  return places;
}

stored_ends ends_of(const mp_interval& x, int digits) {
  constexpr int binary64_digits = 15;
  if (digits > binary64_digits) return {decimal_down(x.lower(), digits + 2), decimal_up(x.upper(), digits + 2), "", ""};
  const interval r = stored_enclosure(x);
  return {decimal_down(r.lower(), binary64_digits + 2), decimal_up(r.upper(), binary64_digits + 2), hex(r.lower()),
          hex(r.upper())};
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
  return {std::move(data), std::move(svd)};
}

} // namespace

matrix_certificate certify_matrix(const matrix_input& input, int digits) {
  require_ieee_environment();
  if (digits < 0 || digits > most_digits)
    throw input_error("--digits " + std::to_string(digits) + ": must be between 1 and " + std::to_string(most_digits));
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
    enclosed_spectrum s = enclose(A, distance, exponent, places);
    const bool kept =
        digits == 0 || ball || std::all_of(s.values.begin(), s.values.end(), [&](const mp_interval& value) {
          return keeps_promise(value, s.values.front(), digits);
        });
    if (!kept && attempt < 2) continue;
    if (!kept) throw not_certified("the refinement did not reach " + std::to_string(digits) + " digits");
    c.claims = claims_of(input, s);
    for (const mp_interval& value : s.values) c.spectrum.push_back(ends_of(value, digits));
    return c;
  }
}

} // namespace mixcert
