#include "mhc_v4_reference.hpp"

#include <string>

using mixcert::matrix;
using mixcert::mhc_v4_site;
using mixcert::mp_float;

namespace {

/// A number and its derivative.
struct dual {
  mp_float value, slope;
};

dual operator+(const dual& a, const dual& b) { return {a.value + b.value, a.slope + b.slope}; }
dual operator*(const dual& a, const dual& b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
dual operator/(const dual& a, const dual& b) {
  return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)};
}

dual power_of_e(const dual& a) {
  mp_float e = a.value;
  mpfr_exp(e.get(), e.get(), MPFR_RNDN);
  return {e, e * a.slope};
}

dual root(const dual& a) {
  mp_float r = a.value;
  mpfr_sqrt(r.get(), r.get(), MPFR_RNDN);
  return {r, a.slope / (r + r)};
}

} // namespace

mhc_v4_slopes naive_mhc_v4(const mhc_v4_site& site, const mhc_v4_constants& constants, const matrix<double>& X,
                           const matrix<double>& V, mpfr_prec_t bits) {
  const std::size_t n = X.rows(), count = X.values().size();
  const auto number = [&](double x) { return dual{mp_float(x, bits), mp_float(0.0, bits)}; };
  const auto constant = [&](const char* text) {
    dual r = number(0);
    mpfr_strtofr(r.value.get(), text, nullptr, 0, MPFR_RNDN);
    return r;
  };
  const dual one = number(1), norm_eps = constant(constants.norm_eps), hc_eps = constant(constants.hc_eps);

  std::vector<dual> x;
  dual square = number(0);
  for (std::size_t c = 0; c < count; ++c) {
    x.push_back({mp_float(X.values()[c], bits), mp_float(V.values()[c], bits)});
    square = square + x[c] * x[c];
  }
  const dual norm = root(square / number(static_cast<double>(count)) + norm_eps);
  std::vector<dual> logits;
  for (std::size_t row = 0; row < site.fn.rows(); ++row) {
    dual sum = number(0);
    for (std::size_t c = 0; c < count; ++c) sum = sum + number(site.fn(row, c)) * x[c] / norm;
    const std::size_t kind = row < n ? 0 : row < 2 * n ? 1 : 2;
    logits.push_back(sum * number(site.scale[kind]) + number(site.base[row]));
  }

  std::vector<dual> comb;
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<dual> powers;
    dual sum = number(0);
    for (std::size_t k = 0; k < n; ++k) {
      powers.push_back(power_of_e(logits[2 * n + j * n + k]));
      sum = sum + powers[k];
    }
    for (const dual& power : powers) comb.push_back(power / sum + hc_eps);
  }
  const auto divide = [&](std::size_t first, std::size_t step) {
    dual sum = hc_eps;
    for (std::size_t i = 0; i < n; ++i) sum = sum + comb[first + i * step];
    for (std::size_t i = 0; i < n; ++i) comb[first + i * step] = comb[first + i * step] / sum;
  };
  for (std::size_t k = 0; k < n; ++k) divide(k, n);
  for (unsigned i = 1; i < constants.iterations; ++i) {
    for (std::size_t j = 0; j < n; ++j) divide(j * n, 1);
    for (std::size_t k = 0; k < n; ++k) divide(k, n);
  }

  mhc_v4_slopes r;
  const auto put = [&](const dual& y) {
    r.value.push_back(y.value);
    r.slope.push_back(y.slope);
  };
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j) put(comb[j * n + k]);
  const auto sigmoid = [&](const dual& a) {
    const dual power = power_of_e(a);
    return power / (one + power);
  };
  for (std::size_t i = 0; i < n; ++i) put(sigmoid(logits[i]) + hc_eps);
  for (std::size_t i = 0; i < n; ++i) put(number(2) * sigmoid(logits[n + i]));
  return r;
}

mhc_v4_site with(mhc_v4_site site, const mhc_v4_constants& constants) {
  site.norm_eps = mixcert::exact_constant(constants.norm_eps);
  site.hc_eps = mixcert::exact_constant(constants.hc_eps);
  site.iterations = mixcert::exact_constant(std::to_string(constants.iterations));
  return site;
}
