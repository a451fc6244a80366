// Directional derivatives and their adjoints against the dense Jacobian in rationals, and against central differences
// of the map.
#include "mixcert/jacobian/directional.hpp"
#include "pipeline.hpp"

#include "mixcert/jacobian/map.hpp"
#include "support/exact_matrix.hpp"
#include "support/hc_cases.hpp"
#include "support/mhc_cases.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::quad;

namespace {

const mixcert::context<quad> quads;

/// The map itself: F(X) X, or with the write gate F(X) X + beta(X) y^T.
matrix<quad> mapped(const mixcert::mixer& mixer, const mixer_input& input, const matrix<quad>& X) {
  const auto e = mixer.name() == "hc" ? evaluate_hc(quads, hc_site_of(input), X)
                                      : evaluate_mhc_v4(quads, mhc_v4_site_of(input), X);
  const std::size_t n = X.rows(), outputs = input.read ? 1 : n;
  matrix<quad> r(outputs, X.cols(), quad(0.0));
  for (std::size_t i = 0; i < outputs; ++i)
    for (std::size_t c = 0; c < X.cols(); ++c) {
      for (std::size_t s = 0; s < n; ++s) r(i, c) += (input.read ? e.read[s] : e.H(i, s)) * X(s, c);
      if (input.branch_output) r(i, c) += e.write[i] * quad((*input.branch_output)[c]);
    }
  return r;
}

void check_against_differences(const mixcert::mixer& mixer, const mixer_input& input, const matrix<double>& direction) {
  const matrix<quad> Z = exact_matrix(quads, direction), X = exact_matrix(quads, input.state);
  const auto f = feedback_of(quads, mixer.evaluate(quads, input), input, mixcert::core_method::stream_adapted);
  const matrix<quad> derivative = directional_derivative(quads, f, Z);
  const quad h(0x1p-36);
  const auto moved = [&](const quad& step) {
    matrix<quad> r = X;
    for (std::size_t c = 0; c < r.values().size(); ++c) r.values()[c] += step * Z.values()[c];
    return mapped(mixer, input, r);
  };
  const matrix<quad> ahead = moved(h), behind = moved(-h);
  for (std::size_t c = 0; c < derivative.values().size(); ++c) {
    const quad difference = (ahead.values()[c] - behind.values()[c]) / (h + h);
    BOOST_TEST(std::abs(to_double(derivative.values()[c] - difference)) < 1e-16);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(directional)

BOOST_AUTO_TEST_CASE(enclosures_hold_the_product_with_the_dense_jacobian) {
  problem_source source(5);
  for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name) {
      const matrix<mp_interval> Z = source.array(c.p.streams(), c.p.width);
      const matrix<mp_interval> derivative = directional_derivative(exact_numbers, feedback_of(c.p), Z);
      const rational_matrix z = map(matrix<mp_interval>(Z.values().size(), 1, Z.values()), lower_end);
      const rational_matrix exact = times(jacobian(c.p), z);
      BOOST_REQUIRE(derivative.values().size() == exact.rows());
      for (std::size_t i = 0; i < exact.rows(); ++i) {
        BOOST_TEST((rational(derivative.values()[i].lower()) <= exact(i, 0)));
        BOOST_TEST((rational(derivative.values()[i].upper()) >= exact(i, 0)));
        const mp_interval& x = derivative.values()[i];
        BOOST_TEST(magnitude_up(x - x) <= 0x1p-200 * (1 + magnitude_up(x)));
      }
    }
}

BOOST_AUTO_TEST_CASE(adjoints_hold_the_product_with_the_transposed_jacobian) {
  problem_source source(7);
  std::vector<named_problem> problems = special_problems();
  problems.push_back({"whole state, write gate", source.with_write_gate(source.whole_state(2, 5, 2, 2))});
  problems.push_back({"whole state, read gate", source.with_read_gate(source.whole_state(3, 5, 2, 2))});
  for (const named_problem& c : problems) BOOST_TEST_CONTEXT(c.name) {
      const auto f = feedback_of(c.p);
      const matrix<mp_interval> Z = source.array(f.frozen.rows(), c.p.width);
      const matrix<mp_interval> adjoint = adjoint_derivative(exact_numbers, f, Z);
      const rational_matrix z = map(matrix<mp_interval>(Z.values().size(), 1, Z.values()), lower_end);
      const rational_matrix exact = times(transpose(jacobian(c.p)), z);
      BOOST_TEST(adjoint.rows() == c.p.streams());
      BOOST_REQUIRE(adjoint.values().size() == exact.rows());
      for (std::size_t i = 0; i < exact.rows(); ++i) {
        const mp_interval& x = adjoint.values()[i];
        BOOST_TEST((rational(x.lower()) <= exact(i, 0)));
        BOOST_TEST((rational(x.upper()) >= exact(i, 0)));
        BOOST_TEST(magnitude_up(x - x) <= 0x1p-200 * (1 + magnitude_up(x)));
      }
    }
}

// <J Z, W> = <Z, J^T W>, in binary128 and binary64.
BOOST_AUTO_TEST_CASE(adjoints_in_every_arithmetic) {
  const auto check = [](const auto& numbers, double up_to) {
    for (const bool read : {false, true}) {
      mixer_input input = small_mhc_input(5, 4, 6);
      input.read = read;
      const auto f = feedback_of(numbers, mixcert::mhc_v4_mixer().evaluate(numbers, input), input,
                                 mixcert::core_method::stream_adapted);
      problem_source source(8);
      matrix<double> z(4, 6, 0.0), w(read ? 1 : 4, 6, 0.0);
      for (double& x : z.values()) x = source.number();
      for (double& x : w.values()) x = source.number();
      const auto Z = exact_matrix(numbers, z), W = exact_matrix(numbers, w);
      const auto image = directional_derivative(numbers, f, Z), adjoint = adjoint_derivative(numbers, f, W);
      auto difference = numbers.exact(0);
      for (std::size_t c = 0; c < W.values().size(); ++c) difference += image.values()[c] * W.values()[c];
      for (std::size_t c = 0; c < Z.values().size(); ++c) difference -= adjoint.values()[c] * Z.values()[c];
      BOOST_TEST(std::abs(mixcert::to_double(difference)) < up_to);
    }
  };
  check(quads, 1e-30);
  check(mixcert::context<mixcert::float64>{}, 1e-13);
}

BOOST_AUTO_TEST_CASE(central_differences_agree) {
  problem_source source(6);
  for (const bool flat : {false, true})
    for (const std::size_t d : {3, 16}) {
      const mixcert::mixer& mixer = flat ? mixcert::mhc_v4_mixer() : mixcert::hc_mixer();
      mixer_input input = flat ? small_mhc_input(3 + d, 4, d) : small_hc_input(3 + d, 4, d);
      matrix<double> Z(4, d, 0.0);
      for (double& x : Z.values()) x = source.number();
      check_against_differences(mixer, input, Z);
      input.read = true;
      check_against_differences(mixer, input, Z);
      input.read = false;
      input.branch_output = std::vector<double>(d, 0.375);
      check_against_differences(mixer, input, Z);
    }
}

BOOST_AUTO_TEST_SUITE_END()
