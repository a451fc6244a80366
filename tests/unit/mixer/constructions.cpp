// The mixers of the constructions against theorems T10 and T11, their closed forms and the reference data.
#include "dense.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/construction/cayley_chain.hpp"
#include "mixcert/construction/two_stream.hpp"
#include "support/construction_cases.hpp"
#include "support/refusal.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::exact_constant;
using mixcert::find_mixer;
using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::rational;
using mixcert::test::check_refused;

namespace {

const mixcert::context<mp_interval>& numbers = numbers_of<mp_interval>;

std::string hex(const rational& x) { return exact_constant(mpq_get_d(x.get())).text(); }

mixer_input balanced_input(const std::string& K, const std::string& epsilon, double first, double second) {
  return {{}, convention_of(find_mixer("balanced"), {{"K", K}, {"epsilon", epsilon}}), {2, 1, {first, second}}};
}

mixer_input cayley_input(const std::string& K, const std::vector<double>& v, const matrix<double>& X) {
  return {{{"v", v}}, convention_of(find_mixer("cayley"), {{"K", K}}), X};
}

/// (v, -v, 0): sqrt 2 ||v|| times the fixed state.
matrix<double> fixed_state(const std::vector<double>& v) {
  std::vector<double> values = v;
  for (const double x : v) values.push_back(-x);
  values.resize(3 * v.size(), 0.0);
  return {3, v.size(), values};
}

/// J = H kron I + A B, formed entry by entry.
matrix<mp_interval> jacobian(const char* name, const mixer_input& input) {
  const auto e = find_mixer(name).evaluate(numbers, input);
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const std::vector<mp_interval> DH = dense(numbers, e, e.dH, e.dH_arrays, d);
  matrix<mp_interval> J(n * d, n * d, numbers.exact(0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t f = 0; f < d; ++f) {
        J(i * d + f, j * d + f) += e.H(i, j);
        for (std::size_t c = 0; c < n * d; ++c)
          J(i * d + f, c) += numbers.exact(input.state(j, f)) * DH[(i * n + j) * n * d + c];
      }
  return J;
}

/// The largest distance of a member of a from one of b.
double distance(const matrix<mp_interval>& a, const matrix<mp_interval>& b) {
  BOOST_REQUIRE_EQUAL(a.values().size(), b.values().size());
  double r = 0;
  for (std::size_t c = 0; c < a.values().size(); ++c) r = std::max(r, magnitude_up(a.values()[c] - b.values()[c]));
  return r;
}

constexpr double exact = 1e-100;

} // namespace

BOOST_AUTO_TEST_SUITE(constructions)

BOOST_AUTO_TEST_CASE(two_streams_at_balance) {
  for (const char* K : {"0.1", "1", "-3", "1e6"})
    for (const char* epsilon : {"0", "0.25", "1e-6", "-0.5"}) BOOST_TEST_CONTEXT(K << ", " << epsilon) {
        const mixcert::parameters values{{"K", exact_constant(K).value(mixcert::context<rational>{})},
                                         {"epsilon", exact_constant(epsilon).value(mixcert::context<rational>{})}};
        const auto J = jacobian("balanced", balanced_input(K, epsilon, 1, -1));
        BOOST_TEST(distance(J, evaluate(numbers, mixcert::two_stream_jacobian(), values)) < exact);
      }
}

// T10 (a), at any state.
BOOST_AUTO_TEST_CASE(two_streams_anywhere, *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  std::size_t compared = 0;
  for (const mixcert::test::two_stream_case& c : mixcert::test::two_stream_cases()) BOOST_TEST_CONTEXT(c.id) {
      const rational first = c.m + c.delta, second = c.m - c.delta;
      const double x = mpq_get_d(first.get()), y = mpq_get_d(second.get());
      if (!is_exact_zero(rational(x) - first) || !is_exact_zero(rational(y) - second)) continue;
      ++compared;
      const auto J = jacobian("balanced", balanced_input(hex(c.K), hex(c.epsilon), x, y));
      for (std::size_t i = 0; i < 4; ++i) {
        const mp_interval expected = exact_constant(c.J[i]).value(numbers);
        BOOST_TEST(magnitude_up(J.values()[i] - expected) <= 1e-40 * std::max(1.0, magnitude_up(expected)));
      }
    }
  BOOST_TEST(compared >= 8u);
}

// T11 (b): at (3, 4) the length of v is 5, so the closed form has it as (3/5, 4/5).
BOOST_AUTO_TEST_CASE(one_layer_at_the_fixed_state) {
  const mixcert::expression_matrix v(2, 1, {rational(3, 5), rational(4, 5)});
  for (const char* K : {"0.1", "1", "-1", "-2", "10", "1e-8"}) BOOST_TEST_CONTEXT(K) {
      const mixer_input input = cayley_input(K, {3, 4}, fixed_state({3, 4}));
      const auto e = find_mixer("cayley").evaluate(numbers, input);
      for (std::size_t c = 0; c < 9; ++c)
        BOOST_TEST(is_exact_zero(e.H.values()[c] - numbers.exact(c % 4 == 0 ? 1 : 0)));
      const mixcert::parameters values{{"K", exact_constant(K).value(mixcert::context<rational>{})}};
      BOOST_TEST(distance(jacobian("cayley", input), evaluate(numbers, mixcert::cayley_jacobian(v), values)) < exact);
    }
}

BOOST_AUTO_TEST_CASE(a_multiple_of_the_state_has_the_same_jacobian) {
  const matrix<double> X(3, 2, {1, 2, -0.5, 3, 0.25, -1});
  const auto J = jacobian("cayley", cayley_input("0.7", {1, -2}, X));
  for (const double factor : {3.0, -0x1p-20}) {
    const auto other = map(X, [factor](double x) { return factor * x; });
    const auto J_other = jacobian("cayley", cayley_input(factor < 0 ? "-0.7" : "0.7", {1, -2}, other));
    BOOST_TEST(distance(J, J_other) < exact); // with -X and -K a is the same
  }
  BOOST_TEST(distance(J, jacobian("cayley", cayley_input("0.7", {2, -4}, X))) < exact);
}

// The largest singular value as the chain has it, and 3d - 1 ones.
BOOST_AUTO_TEST_CASE(a_certificate_at_the_fixed_state) {
  for (const std::size_t d : {1u, 8u, 64u}) {
    std::vector<double> v(d, 0.0);
    v[0] = 1;
    const mixcert::certificate c = certify(find_mixer("cayley"), cayley_input("0.1", v, fixed_state(v)), {});
    BOOST_TEST(c.spectrum.front().multiplicity == 1u);
    BOOST_TEST(c.spectrum.front().value.lower() <= 1.1);
    BOOST_TEST(c.spectrum.front().value.upper() >= 1.1);
    BOOST_TEST(width_up(c.spectrum.front().value) <= 5e-16);
    std::size_t ones = 0;
    for (const auto& entry : c.spectrum)
      if (contains(entry.value, 1.0) && width_up(entry.value) <= 5e-16) ones += entry.multiplicity;
    BOOST_TEST(ones == 3 * d - 1);
    BOOST_TEST(c.quantities.rank_at_most == 1u);
  }
}

BOOST_AUTO_TEST_CASE(generic_layers, *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  const std::vector<mixcert::test::generic_cayley_case> cases = mixcert::test::generic_cayley_cases();
  BOOST_TEST(cases.size() == 3u);
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.id) {
      const mixer_input input = cayley_input(hex(c.K), c.v, c.X);
      const auto e = find_mixer("cayley").evaluate(numbers, input);
      for (std::size_t entry = 0; entry < 9; ++entry)
        BOOST_TEST(magnitude_up(e.H.values()[entry] - exact_constant(c.H[entry]).value(numbers)) < 1e-40);
      const auto certificate = certify_digits(find_mixer("cayley"), input, {}, 40);
      std::size_t i = 0;
      for (const auto& entry : certificate.spectrum)
        for (std::size_t copy = 0; copy < entry.multiplicity; ++copy, ++i) {
          BOOST_REQUIRE(i < c.singular_values.size());
          const mp_interval x = lift(entry.value, 400), expected = exact_constant(c.singular_values[i]).value(numbers);
          BOOST_TEST(magnitude_up(x - expected) < 2e-40 * certificate.spectrum.front().value.upper());
        }
      BOOST_TEST(i == c.singular_values.size());
    }
}

BOOST_AUTO_TEST_CASE(refusals) {
  const auto& balanced = find_mixer("balanced");
  const auto& cayley = find_mixer("cayley");
  check_refused([&] { balanced.tensors(3, 1, {}); }, {"'balanced'", "two streams", "3 x 1"});
  check_refused([&] { balanced.tensors(2, 4, {}); }, {"'balanced'", "one feature", "2 x 4"});
  check_refused([&] { cayley.tensors(4, 8, {}); }, {"'cayley'", "three streams", "4"});
  check_refused([&] { cayley.evaluate(numbers, cayley_input("1", {0, 0}, fixed_state({1, 2}))); }, {"v", "zero"});
  BOOST_CHECK_THROW(cayley.evaluate(numbers, cayley_input("1", {1, 0}, fixed_state({0, 0}))), mixcert::not_certified);
  BOOST_CHECK_THROW(balanced.evaluate(numbers, balanced_input("1", "0", 0, 0)), mixcert::not_certified);
  BOOST_CHECK_THROW(balanced.evaluate(numbers, balanced_input("1", "-1", 1, -1)), mixcert::not_certified);
  BOOST_CHECK_NO_THROW(balanced.evaluate(numbers, balanced_input("1", "1e-9", 0, 0)));
}

BOOST_AUTO_TEST_SUITE_END()
