// Products of Jacobians in thin factors, against the dense ones (theorem T25).
#include "mixcert/jacobian/product_norm.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/dense_product.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/dense_spectrum.hpp"
#include "support/mixer_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t many = 300;

struct sites {
  std::vector<site_factors> factors;
  std::vector<mp_interval_matrix> H;
  std::vector<double> norms;
};

sites sites_at(const mixer& mixer, const std::vector<mixer_input>& inputs, mpfr_prec_t bits = 256) {
  const context<mp_interval> numbers{bits};
  sites r;
  for (const mixer_input& input : inputs) {
    const feedback<mp_interval> f =
        feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::stream_adapted);
    r.factors.push_back(factors_of(f, input));
    r.H.push_back(f.frozen);
    r.norms.push_back(norm_at_most(f, input.state.cols(), {64, 144, 256}));
  }
  return r;
}

std::vector<mixer_input> small_inputs(const mixer& mixer, std::size_t n, std::size_t d, bool write,
                                      std::size_t length) {
  std::vector<mixer_input> r;
  for (std::size_t l = 0; l < length; ++l) {
    r.push_back(small_input(mixer, 7 * n + d + 50 * l, n, d));
    if (write) r.back().branch_output = std::vector<double>(d, 0.5 + 0.25 * static_cast<double>(l));
  }
  return r;
}

/// Of `length` sites evaluated at so many places, and without the radii of their factors where that is asked for.
sites evaluated(const char* name, std::size_t n, std::size_t d, bool write, std::size_t length, mpfr_prec_t bits = 256,
                bool with_radii = true) {
  const mixer& mixer = find_mixer(name);
  sites r = sites_at(mixer, small_inputs(mixer, n, d, write, length), bits);
  if (!with_radii)
    for (site_factors& site : r.factors) site.H_radius = site.derivatives_radius = 0;
  return r;
}

factor_chain factored(const sites& s) { return chain_factors(s.factors, s.H, s.norms); }

mp_interval number(const double_double& x) { return mp_interval(x.high, many) + mp_interval(x.low, many); }

/// How far M kron I + (I kron X^T) T R is from the dense product, at least, as a part of 2^exponent of the chain.
double distance_down(const factor_chain& c, const dense_product& dense) {
  const std::size_t n = c.frozen.rows(), d = c.sources.cols(), s = c.sources.rows(), r = c.rows.rows();
  mp_interval squares(0, many);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t e = 0; e < d; ++e) {
      std::vector<mp_interval> left(r, mp_interval(0, many));
      for (std::size_t k = 0; k < r; ++k)
        for (std::size_t x = 0; x < s; ++x)
          add_product(left[k], mp_interval(c.sources(x, e), many), number(c.coordinates(i * s + x, k)));
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t f = 0; f < d; ++f) {
          mp_interval entry = e == f ? c.frozen(i, j) : mp_interval(0, many);
          for (std::size_t k = 0; k < r; ++k) add_product(entry, left[k], number(c.rows(k, j * d + f)));
          entry -= scaled(number(dense.midpoint(i * d + e, j * d + f)), dense.exponent - c.exponent);
          squares += sqr(entry);
        }
    }
  return to_double_down(mp_float(sqrt(squares).lower(), many));
}

mp_interval dense_norm(const dense_product& dense) {
  return scaled(enclose_dense_spectrum(dense.midpoint, dense.radius, many).front(), dense.exponent);
}

/// 2^exponent (1 + 0.98 2^-54): of squares of it below 2^-1021 the last places are lost.
double_double with_low_part(int exponent) { return {std::ldexp(1.0, exponent), std::ldexp(0.98, exponent - 54)}; }

constexpr std::size_t many_features = 4096;

/// One stream, J = h I + x b^T with equal features of x and of b; without feedback where b is 0.
site_factors one_stream(double_double h, double x, double_double b) {
  site_factors site{double_double_matrix(1, 1), 0, {1, many_features, x}, {}, 0};
  site.H.high(0, 0) = h.high;
  site.H.low(0, 0) = h.low;
  if (b.high == 0) return site;
  derivative_row row{0, 0, {0}, double_double_matrix(1, many_features)};
  std::ranges::fill(row.features.high.values(), b.high);
  std::ranges::fill(row.features.low.values(), b.low);
  site.derivatives.push_back(std::move(row));
  return site;
}

} // namespace

BOOST_AUTO_TEST_SUITE(product_norms)

BOOST_AUTO_TEST_CASE(of_thin_factors_are_those_of_the_dense_product) {
  for (const char* name : {"hc", "mhc-v4", "lucid-mhc"})
    for (const bool write : {false, true})
      for (const std::size_t length : {1, 2, 5})
        BOOST_TEST_CONTEXT(name << ", " << length << (write ? " sites with write" : " sites")) {
          const sites s = evaluated(name, 3, 6, write, length);
          const dense_product dense = multiply_sites(s.factors, s.norms);
          const factor_chain chain = factored(s);
          BOOST_TEST(chain.distance < 0x1p-60);
          const double of_dense = std::ldexp(dense.radius, static_cast<int>(dense.exponent - chain.exponent));
          BOOST_TEST(distance_down(chain, dense) <= chain.distance + 2 * of_dense);
          const mp_interval norm = enclose_norm(chain), expected = dense_norm(dense);
          BOOST_TEST(!certainly_less(norm, expected));
          BOOST_TEST(!certainly_less(expected, norm));
          BOOST_TEST(certainly_less(norm - expected, mp_interval(1e-8, many) * expected));
          BOOST_TEST(certainly_less(expected - norm, mp_interval(1e-8, many) * expected));
        }
}

// Where a row is shorter than the least norm, derivatives are as large as one over it.
BOOST_AUTO_TEST_CASE(are_as_near_where_rows_are_zero_or_short) {
  const mixer& mixer = find_mixer("hc");
  for (const double factor : {0.0, 1e-300, 1e-13, 1e-9})
    for (const std::size_t scaled_rows : {1, 3})
      for (const bool write : {false, true})
        for (const std::size_t length : {1, 3})
          BOOST_TEST_CONTEXT(scaled_rows << " rows times " << factor << ", " << length
                                         << (write ? " with write" : "")) {
            std::vector<mixer_input> inputs = small_inputs(mixer, 3, 6, write, length);
            matrix<double>& state = inputs.back().state;
            for (std::size_t i = 0; i < scaled_rows; ++i)
              for (std::size_t c = 0; c < 6; ++c) state(i, c) *= factor;
            const sites s = sites_at(mixer, inputs);
            const mp_interval norm = enclose_norm(factored(s)),
                              expected = dense_norm(multiply_sites(s.factors, s.norms));
            BOOST_TEST(!certainly_less(norm, expected));
            BOOST_TEST(!certainly_less(expected, norm));
            BOOST_TEST(certainly_less(norm - expected, mp_interval(1e-8, many) * expected));
            BOOST_TEST(certainly_less(expected - norm, mp_interval(1e-8, many) * expected));
          }
}

BOOST_AUTO_TEST_CASE(without_feedback_are_those_of_the_frozen_product) {
  const mp_interval half(0.5, 256), twice(2, 256);
  const std::vector<site_factors> factors{one_stream({0.5, 0}, 1, {0, 0}), one_stream({2, 0}, 0, {0, 0})};
  const mp_interval norm = enclose_norm(chain_factors(factors, {{1, 1, half}, {1, 1, twice}}, {0.5, 2}));
  BOOST_TEST(!certainly_less(norm, mp_interval(1, many)));
  BOOST_TEST(!certainly_less(mp_interval(1, many), norm));
  BOOST_TEST(certainly_less(norm - mp_interval(1, many), mp_interval(0x1p-100, many)));
  BOOST_TEST(certainly_less(mp_interval(1, many) - norm, mp_interval(0x1p-100, many)));
}

BOOST_AUTO_TEST_CASE(are_zero_where_a_site_is) {
  const mp_interval one(1, 256), zero(0, 256);
  const site_factors fed = one_stream({1, 0}, 1, {1, 0}), nothing = one_stream({0, 0}, 1, {0, 0});
  BOOST_TEST(is_exact_zero(enclose_norm(chain_factors({fed, nothing}, {{1, 1, one}, {1, 1, zero}}, {5000, 1}))));
  BOOST_TEST(is_exact_zero(enclose_norm(chain_factors({nothing, fed}, {{1, 1, zero}, {1, 1, one}}, {1, 5000}))));
  site_factors nearly = nothing;
  nearly.H_radius = 0x1p-60;
  const mp_interval norm = enclose_norm(chain_factors({fed, nearly}, {{1, 1, one}, {1, 1, zero}}, {5000, 0x1p-60}));
  BOOST_TEST(!certainly_less(norm, mp_interval(0x1p-60, many) * mp_interval(many_features, many)));
}

// A term of 2^-388 beside 1: the norm of 2^-400 x x^T for 4096 features that are 1.
BOOST_AUTO_TEST_CASE(count_terms_that_are_left_out) {
  const mp_interval one(1, 256);
  const factor_chain chain = chain_factors({one_stream({1, 0}, 1, {0x1p-400, 0})}, {{1, 1, one}}, {2});
  BOOST_TEST(chain.rows.rows() == 0U);
  BOOST_TEST(std::ldexp(chain.distance, static_cast<int>(chain.exponent)) >= 0x1p-388);
}

BOOST_AUTO_TEST_CASE(count_what_the_evaluation_rounds) {
  for (const char* name : {"hc", "mhc-v4"}) {
    const sites fine = evaluated(name, 2, 5, false, 4);
    const dense_product dense = multiply_sites(fine.factors, fine.norms);
    for (const bool with_radii : {true, false}) {
      sites coarse = evaluated(name, 2, 5, false, 4, 64, with_radii);
      coarse.H = fine.H; // what the frozen product rounds counts by itself
      const factor_chain chain = factored(coarse);
      BOOST_TEST((distance_down(chain, dense) <= chain.distance) == with_radii);
    }
  }
}

// The rows lose their last places below 2^-1074.
BOOST_AUTO_TEST_CASE(count_what_becomes_subnormal) {
  const double_double none{0, 0}, small = with_low_part(-511);
  const std::vector<site_factors> factors{one_stream(small, 0, none), one_stream(none, 1, small)};
  const std::vector<mp_interval_matrix> H{{1, 1, number(small)}, {1, 1, number(none)}};
  const factor_chain chain = chain_factors(factors, H, {0x1p-510, 0x1p-498});
  const mp_interval exactly = scaled(sqr(number(small)), -chain.exponent); // every entry of the product
  const mp_interval stated =
      mp_interval(chain.sources(1, 0), many) * number(chain.coordinates(1, 0)) * number(chain.rows(0, 0));
  const mp_interval off = abs(exactly - stated) * mp_interval(many_features, many);
  BOOST_TEST(!certainly_less(mp_interval(chain.distance, many), off));
}

BOOST_AUTO_TEST_CASE(are_not_bounded_from_above_by_less) {
  for (const char* name : {"hc", "mhc-v4"}) {
    const sites s = evaluated(name, 3, 6, true, 3);
    const factor_chain chain = factored(s);
    const mp_interval norm = scaled(dense_norm(multiply_sites(s.factors, s.norms)), -chain.exponent);
    const double above = to_double(midpoint(norm, 53)) * (1 + 1e-9), below = above * (1 - 2e-9);
    BOOST_TEST(is_norm_at_most(chain, above));
    BOOST_TEST(!is_norm_at_most(chain, below));
  }
}

BOOST_AUTO_TEST_CASE(need_more_than_the_frozen_product) {
  factor_chain frozen = factored(evaluated("hc", 2, 5, false, 2));
  frozen.frozen(0, 0) = mp_interval(100, 256);
  BOOST_CHECK_THROW(is_norm_at_most(frozen, 50), not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
