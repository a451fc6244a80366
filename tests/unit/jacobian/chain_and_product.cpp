// The image of a direction under a chain of maps, and under the dense product of their Jacobians.
#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/jacobian/chain_derivative.hpp"
#include "mixcert/jacobian/dense_product.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/directed.hpp"
#include "support/mixer_cases.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t bits = 256;
const context<mp_interval> numbers{bits};

std::vector<mixer_input> inputs_of(const mixer& mixer, std::size_t n, std::size_t d, bool write) {
  std::vector<mixer_input> r;
  for (std::size_t l = 0; l < 8; ++l) {
    r.push_back(small_input(mixer, 3 * n + d + 20 * l, n, d));
    if (write) r.back().branch_output = std::vector<double>(d, 0.25 + 0.125 * static_cast<double>(l));
  }
  return r;
}

dense_product product_of(const mixer& mixer, const std::vector<mixer_input>& inputs) {
  std::vector<site_factors> sites;
  std::vector<double> norms;
  for (const mixer_input& input : inputs) {
    const feedback<mp_interval> f =
        feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::stream_adapted);
    sites.push_back(factors_of(f, input));
    norms.push_back(norm_at_most(f, input.state.cols(), {64, 144, 256}));
  }
  return multiply_sites(sites, norms);
}

/// P vec Z for every P that the product stands for, without the power of two.
std::vector<mp_interval> times(const dense_product& P, const matrix<double>& Z) {
  const mp_interval error(mul_up(P.radius, frobenius_up(Z)), bits), around = hull(-error, error);
  std::vector<mp_interval> r;
  for (std::size_t i = 0; i < P.midpoint.rows(); ++i) {
    mp_interval sum = around;
    for (std::size_t j = 0; j < P.midpoint.cols(); ++j)
      add_product(sum, mp_interval(P.midpoint.high(i, j), bits) + mp_interval(P.midpoint.low(i, j), bits),
                  mp_interval(Z.values()[j], bits));
    r.push_back(sum);
  }
  return r;
}

/// Both enclose one number, and all of their members are within 1e-14 of each other.
bool agree(const mp_interval& a, const mp_interval& b) {
  return magnitude_up(a - b) < 1e-14 && possibly_less_equal(a, b) && possibly_less_equal(b, a);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_chain_moves_a_direction_as_its_product_does) {
  for (const char* name : {"hc", "mhc-v4", "lucid-mhc"})
    for (const bool write : {false, true}) BOOST_TEST_CONTEXT(name << (write ? " with write" : "")) {
        const mixer& mixer = find_mixer(name);
        const std::vector<mixer_input> inputs = inputs_of(mixer, 3, 5, write);
        const dense_product P = product_of(mixer, inputs);
        const matrix<double> Z = small_input(mixer, 999, 3, 5).state;
        const chain_image image = chain_derivative(chain_of(mixer, inputs), Z);
        const std::vector<mp_interval> v = times(P, Z);
        mp_interval squares(0, bits);
        for (const mp_interval& x : v) squares += sqr(x);
        const mp_interval norm = sqrt(squares), log_two = log(mp_interval(2, bits));
        BOOST_TEST(agree(image.log_norm, log(norm) + mp_interval(static_cast<double>(P.exponent), bits) * log_two));
        for (std::size_t c = 0; c < v.size(); ++c) BOOST_TEST(agree(image.direction.values()[c], v[c] / norm));
        BOOST_TEST(!agree(image.direction.values()[0], v[1] / norm));
      }
}
