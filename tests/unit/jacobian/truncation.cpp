// A core without some of its feature directions: all values of J stay enclosed, and no wider than they must (T4 c).
#include "pipeline.hpp"

#include "mixcert/jacobian/numerical_selection.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace {

using mixcert::matrix;
using mixcert::truncated_core;

constexpr mpfr_prec_t end_bits = 200;

steps common_steps(const problem& p, const precision& places) {
  return take_steps(p, places, {.spaces_of_streams = true});
}

matrix<double> selected(const steps& s, double tau) {
  return approx_selection(s.spans, s.bases, to_double(s.rotated.s.front()), tau).V;
}

/// Directions of very different sizes.
std::vector<named_problem> graded_problems() {
  problem_source source(31);
  std::vector<named_problem> r;
  for (const double size : {0x1p-12, 0x1p-30, 0x1p-42}) {
    const std::string text = ", 2^" + std::to_string(std::ilogb(size));
    r.push_back({"one small generator" + text, source.generic(2, 6, 3).with_scaled_generator(1, size)});
    r.push_back({"two small generators" + text,
                 source.generic(2, 7, 4).with_scaled_generator(0, size).with_scaled_generator(3, size * size)});
    r.push_back({"nearly dependent" + text, source.generic(3, 5, 3).with_combined_generator(2, {0.5, -1, 0}, size)});
    r.push_back({"a small array" + text, source.whole_state(2, 8, 1, 2).with_combined_array(1, {}, size)});
    r.push_back({"small feedback" + text, source.generic(2, 5, 2).with_scaled_derivative(size)});
    r.push_back({"large feedback" + text, source.generic(2, 6, 2).with_scaled_derivative(1 / size)});
    r.push_back({"as many generators as features" + text, source.generic(2, 4, 4).with_scaled_generator(2, size)});
    r.push_back({"write gate" + text, source.with_write_gate(source.generic(2, 6, 2).with_scaled_generator(0, size))});
    r.push_back({"branch input" + text, source.with_read_gate(source.generic(3, 6, 3).with_scaled_generator(1, size))});
    r.push_back({"branch input, a small array" + text,
                 source.with_read_gate(source.whole_state(2, 8, 1, 2).with_combined_array(1, {}, size))});
    r.push_back({"one stream" + text, source.generic(1, 9, 3).with_scaled_generator(1, size)});
  }
  return r;
}

/// 0.1 I + x e_1 e_2^T: the smallest of all feedbacks, and the worst for its size.
problem one_shear(double size) {
  problem p = problem_source(5).generic(1, 3, 2).with_H({0.1});
  const auto number = [](double x) { return mp_interval(x, exact_bits); };
  p.e.generators = {{"x0", {number(size), number(0), number(0)}}, {"w1", {number(0), number(1), number(0)}}};
  p.e.state = matrix<mp_interval>(1, 2, number(0));
  p.e.state(0, 0) = number(1);
  p.e.dH = {matrix<mp_interval>(1, 2, number(0))};
  p.e.dH[0](0, 1) = number(1);
  return p;
}

struct kept_or_not {
  std::size_t all = 0, some = 0, none = 0;
};

void check_contained(const named_problem& c, const precision& places, double tau, kept_or_not& seen) {
  const steps s = common_steps(c.p, places);
  if (s.spans.spaces.empty()) return;
  const matrix<double> V = selected(s, tau);
  ++(V.cols() == V.rows() ? seen.all : V.cols() == 0 ? seen.none : seen.some);
  exact_singular_values values(jacobian(c.p));
  const auto failure = escape(values, spectrum(c.p, s, truncate(s.core, s.rotated, V, places)), end_bits);
  BOOST_TEST(!failure, failure.value_or(""));
}

/// ||M - (I kron V V^T) M (I kron V V^T)||_F and the distance of the stored core from what it stands for, squared.
struct exact_bounds {
  mpq_class left_out, rounding;
};

exact_bounds recompute(const steps& s, const truncated_core& t) {
  const std::size_t outputs = s.rotated.s.size(), n = s.rotated.Q.rows(), p = t.V.rows(), q = t.V.cols();
  const auto diagonal = [&](std::size_t size) {
    rational_matrix r = rational_zero(outputs * size, n * size);
    for (std::size_t k = 0; k < r.rows(); ++k) r(k, k) = rational(s.rotated.s[k / size]);
    return r;
  };
  const rational_matrix V = kronecker(rational_identity(n), rational(t.V)),
                        L = kronecker(rational_identity(outputs), rational(t.V));
  const rational_matrix M = minus(rational(s.core.C), diagonal(p)), N = times(times(transpose(L), M), V);
  return {frobenius_squared(minus(M, times(times(L, N), transpose(V)))),
          frobenius_squared(minus(plus(N, diagonal(q)), rational(t.C)))};
}

} // namespace

BOOST_AUTO_TEST_SUITE(truncation)

BOOST_AUTO_TEST_CASE(every_value_stays_enclosed) {
  for (const double tau : {0.3, 1e-3, 1e-8, 1e-12}) {
    kept_or_not seen;
    for (const precision& places : {precision{24, 56, 384}, precision{}}) {
      for (const named_problem& c : graded_problems())
        BOOST_TEST_CONTEXT(c.name << ", tau " << tau << ", witness " << places.witness) {
          check_contained(c, places, tau, seen);
        }
      if (places.witness > 24) continue;
      for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name << ", tau " << tau) {
          check_contained(c, places, tau, seen);
        }
    }
    BOOST_TEST(seen.all > 5u);
    BOOST_TEST(seen.some > 10u);
    BOOST_TEST(seen.none > 0u);
  }
}

// Any guess is admissible, orthonormal or not, of any number of columns.
BOOST_AUTO_TEST_CASE(badly_guessed_directions) {
  problem_source source(33);
  const precision places{40, 88, 384};
  for (int round = 0; round < 30; ++round) {
    const problem c = source.generic(1 + source.index(3), 5, 3);
    const steps s = common_steps(c, places);
    matrix<double> V(3, source.index(4), 0.0);
    for (double& x : V.values()) x = source.number() / 2;
    exact_singular_values values(jacobian(c));
    const auto failure = escape(values, spectrum(c, s, truncate(s.core, s.rotated, V, places)), end_bits);
    BOOST_TEST(!failure, failure.value_or(""));
  }
}

// Both parts of what epsilon adds are needed, and so is the epsilon of the whole core.
BOOST_AUTO_TEST_CASE(each_bound_is_needed) {
  const auto check_needed = [](const problem& c, const steps& s, const truncated_core& t, double rest) {
    exact_singular_values values(jacobian(c));
    BOOST_TEST(!escape(values, spectrum(c, s, t), end_bits));
    truncated_core without = t;
    without.epsilon = rest;
    BOOST_TEST(escape(values, spectrum(c, s, without), end_bits).has_value());
  };
  for (const double tau : {1e-3, 1e-8}) {
    const problem c = one_shear(tau / 2);
    const steps s = common_steps(c, {});
    const truncated_core t = truncate(s.core, s.rotated, selected(s, tau), {});
    BOOST_TEST_REQUIRE(t.V.cols() == 1u);
    check_needed(c, s, t, t.epsilon - t.kappa);
  }
  problem_source source(34);
  for (int round = 0; round < 3; ++round) {
    const problem c = source.generic(2, 5, 2);
    matrix<double> everything(2, 2, 0.0);
    everything(0, 0) = everything(1, 1) = 1;
    const steps s = common_steps(c, {128, 272, 384});
    const precision few{8, 272, 384};
    const truncated_core t = truncate(s.core, s.rotated, everything, few);
    BOOST_TEST(t.kappa < 1e-18);
    check_needed(c, s, t, s.core.epsilon + t.kappa);
    const steps rough = common_steps(c, {128, 40, 384});
    const truncated_core u = truncate(rough.core, rough.rotated, everything, {});
    check_needed(c, rough, u, u.epsilon - rough.core.epsilon);
  }
}

// No more than a factor of what truncation does to the spectrum: [0.1, x; 0, 0.1] has the values 0.1 +- x/2, nearly.
BOOST_AUTO_TEST_CASE(the_radius_is_attained_within_a_factor) {
  for (const double tau : {1e-3, 1e-8, 1e-12}) {
    const problem c = one_shear(tau / 2);
    const steps s = common_steps(c, {});
    const truncated_core t = truncate(s.core, s.rotated, selected(s, tau), {});
    exact_singular_values values(jacobian(c));
    const mpq_class deviation = rational(tau / 2) / 2 * mpq_class(99, 100);
    BOOST_TEST(values.above(mpq_class(1, 10) + deviation) == 1u);
    BOOST_TEST(t.epsilon <= 2.05 * deviation.get_d());
  }
}

BOOST_AUTO_TEST_CASE(bounds_are_those_of_the_stored_numbers) {
  for (const precision& places : {precision{24, 56, 384}, precision{}})
    for (const named_problem& c : graded_problems()) BOOST_TEST_CONTEXT(c.name << ", witness " << places.witness) {
        const steps s = common_steps(c.p, places);
        const truncated_core t = truncate(s.core, s.rotated, selected(s, 1e-6), places);
        const exact_bounds exact = recompute(s, t);
        const mpq_class size = frobenius(rational(s.core.C)), kappa = rational(t.kappa);
        const mpq_class uncertain = size * power_of_two(-static_cast<long>(places.witness) - 40);
        BOOST_TEST((kappa * kappa >= exact.left_out));
        BOOST_TEST((kappa <= root_up(exact.left_out) * (1 + power_of_two(-45)) + uncertain));
        const mpq_class rounding = rational(t.epsilon) - rational(s.core.epsilon) - kappa;
        BOOST_TEST((rounding * rounding * (1 + power_of_two(-40)) + uncertain * uncertain >= exact.rounding));
        BOOST_TEST((rounding <= root_up(exact.rounding) + uncertain + rational(t.epsilon) * power_of_two(-50)));
      }
}

BOOST_AUTO_TEST_CASE(nothing_is_left_out_of_a_whole_core) {
  problem_source source(35);
  const problem c = source.generic(2, 6, 3);
  const steps s = common_steps(c, {});
  matrix<double> everything(3, 3, 0.0);
  for (std::size_t k = 0; k < 3; ++k) everything(k, k) = 1;
  const truncated_core t = truncate(s.core, s.rotated, everything, {});
  BOOST_TEST(t.kappa < 1e-55);
  BOOST_TEST(t.epsilon < 1e-37);
}

BOOST_AUTO_TEST_SUITE_END()
