// Products of the Jacobians of mixers as dense matrices, against the same in intervals of many places (theorem T22 c).
#include "mixcert/jacobian/dense_product.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "support/double_doubles.hpp"
#include "support/mixer_cases.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t many = 300;

feedback<mp_interval> feedback_at(const mixer& mixer, const mixer_input& input, mpfr_prec_t bits) {
  const context<mp_interval> numbers{bits};
  return feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::stream_adapted);
}

/// J with all its entries.
mp_interval_matrix dense(const mixer& mixer, const mixer_input& input) {
  const feedback<mp_interval> f = feedback_at(mixer, input, many);
  const std::size_t n = f.frozen.rows(), d = input.state.cols(), m = f.sources.rows();
  const mp_interval zero(0, many);
  mp_interval_matrix J(n * d, n * d, zero);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) J(i * d + c, s * d + c) = f.frozen(i, s);
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t c = 0; c < d; ++c) {
          mp_interval D = zero;
          for (std::size_t g = 0; g < f.generators.size(); ++g)
            D += f.derivatives[i * m + j](s, g) * f.generators[g].row[c];
          for (std::size_t a = 0; a < f.arrays.size(); ++a) D += f.array_weights(i * m + j, a) * f.arrays[a].rows[s][c];
          for (std::size_t e = 0; e < d; ++e) {
            const double source = j < n ? input.state(j, e) : (*input.branch_output)[e];
            J(i * d + e, s * d + c) += mp_interval(source, many) * D;
          }
        }
  return J;
}

struct chain {
  std::vector<mixer_input> inputs;
  std::vector<double> norms;
  mp_interval_matrix exact;
};

chain chain_of(const mixer& mixer, std::size_t n, std::size_t d, bool write, double size) {
  chain c;
  for (std::uint64_t l = 0; l < 4; ++l) {
    mixer_input input = small_input(mixer, 10 * n + d + 100 * l, n, d);
    for (double& x : input.state.values()) x *= size;
    if (write) input.branch_output = std::vector<double>(d, size * (0.5 + 0.25 * static_cast<double>(l)));
    const mp_interval_matrix J = dense(mixer, input);
    c.norms.push_back(frobenius_up(J));
    c.exact = l == 0 ? J : multiply(J, c.exact);
    c.inputs.push_back(std::move(input));
  }
  return c;
}

/// How far the product is from the matrix that p stands for, at least, divided by 2^exponent.
double distance_down(const dense_product& p, const mp_interval_matrix& exact) {
  mp_interval sum(0, many);
  for (std::size_t at = 0; at < exact.values().size(); ++at) {
    const mp_interval middle =
        mp_interval(p.midpoint.high.values()[at], many) + mp_interval(p.midpoint.low.values()[at], many);
    sum += sqr(scaled(exact.values()[at], -p.exponent) - middle);
  }
  return to_double_down(mp_float(sqrt(sum).lower(), many));
}

/// With factors evaluated at so many places, and without their radii where that is asked for.
dense_product multiplied(const mixer& mixer, const chain& c, mpfr_prec_t bits, bool with_radii = true) {
  std::vector<site_factors> sites;
  for (const mixer_input& input : c.inputs) {
    sites.push_back(factors_of(feedback_at(mixer, input, bits), input));
    if (!with_radii) sites.back().H_radius = sites.back().derivatives_radius = 0;
  }
  return multiply_sites(sites, c.norms);
}

} // namespace

BOOST_AUTO_TEST_SUITE(dense_products)

BOOST_AUTO_TEST_CASE(hold_the_product_of_the_jacobians) {
  for (const char* name : {"hc", "mhc-v4"})
    for (const bool write : {false, true})
      for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{2, 3}, {2, 8}, {3, 4}, {3, 7}})
        for (const double size : {1.0, 0x1p100, 0x1p-100})
          BOOST_TEST_CONTEXT(name << ' ' << n << " x " << d << " of size " << size << (write ? " with write" : "")) {
            const mixer& mixer = find_mixer(name);
            const chain c = chain_of(mixer, n, d, write, size);
            const dense_product p = multiplied(mixer, c, 144);
            BOOST_TEST(distance_down(p, c.exact) <= p.radius);
            BOOST_TEST(p.radius <= 0x1p-80);
            const dense_product coarse = multiplied(mixer, c, 70); // what the evaluation rounds counts most
            BOOST_TEST(distance_down(coarse, c.exact) <= coarse.radius);
          }
}

BOOST_AUTO_TEST_CASE(need_the_radii_of_the_data) {
  for (const char* name : {"hc", "mhc-v4"})
    for (const bool write : {false, true}) {
      const mixer& mixer = find_mixer(name);
      const chain c = chain_of(mixer, 2, 5, write, 1);
      const dense_product p = multiplied(mixer, c, 64, false);
      BOOST_TEST(distance_down(p, c.exact) > p.radius);
    }
}

BOOST_AUTO_TEST_CASE(factors_are_normalised_and_within_their_radii) {
  for (const char* name : {"hc", "mhc-v4"}) {
    const mixer& mixer = find_mixer(name);
    const mixer_input input = small_input(mixer, 3, 3, 4);
    for (const mpfr_prec_t bits : {53, 70, 144, 300}) {
      const feedback<mp_interval> f = feedback_at(mixer, input, bits);
      const site_factors site = factors_of(f, input);
      mpq_class square = 0;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          BOOST_TEST(is_normalised(site.H(i, j)));
          const mpq_class x = test::rational(site.H(i, j)), above = test::rational(f.frozen(i, j).upper()) - x,
                          below = x - test::rational(f.frozen(i, j).lower());
          const mpq_class farthest = std::max(above, below);
          square += farthest * farthest;
        }
      BOOST_TEST(at_least_root(test::rational(site.H_radius), square));
      BOOST_TEST((test::rational(site.H_radius) <= root_up(square) * (1 + power_of_two(-10))));
      for (const derivative_row& D : site.derivatives)
        for (std::size_t k = 0; k < D.streams.size(); ++k)
          for (std::size_t c = 0; c < 4; ++c) BOOST_TEST(is_normalised(D.features(k, c)));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
