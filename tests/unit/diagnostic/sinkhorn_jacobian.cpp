// The Sinkhorn Jacobian and what it bounds (theorem T13).
#include "mixcert/diagnostic/sinkhorn_jacobian.hpp"
#include "enclosures.hpp"

#include "mixcert/scalar/interval_matrix.hpp"
#include "support/mixer_cases.hpp"
#include "support/refusal.hpp"
#include "support/shared_data.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using settings = std::map<std::string, std::string>;

/// A router, with the parameter whose entry first + step l is added to logit l.
struct router {
  const char* mixer;
  settings convention;
  const char* added;
  bool columns_first = false; ///< in the layout of its logits
  bool swapped = false;       ///< the parameter is in the layout of the transposed logits
};

const std::vector<router> routers = {
    {"static", {{"kind", "sinkhorn"}, {"temperature", "1"}, {"iterations", "2"}}, "H_res_logits"},
    {"mhc-v4", {{"iterations", "1"}}, "base"},
    {"mhc-v4", {{"iterations", "3"}}, "base"},
    {"mhc-flat", {{"iterations", "2"}}, "b_res"},
    {"mhc-flat", {{"iterations", "2"}, {"orientation", "transposed"}}, "b_res"},
    {"mhc-flat", {{"iterations", "1"}, {"order", "columns-rows"}}, "b_res", false, true},
    {"lucid-mhc", {{"iterations", "2"}}, "static_alpha", true}};

mixer_input input_of(const router& r, std::size_t n) { return small_input(find_mixer(r.mixer), 7, n, 3, r.convention); }

/// The place of logit l = j n + k in the parameter.
std::size_t place(const router& r, std::size_t n, std::size_t l) {
  const std::size_t j = l / n, k = l % n;
  if (std::string(r.mixer) == "mhc-v4") return 2 * n + l;
  if (std::string(r.mixer) == "lucid-mhc") return j * (1 + n) + 1 + k;
  return r.swapped ? k * n + j : l;
}

sinkhorn_jacobian jacobian_of(const router& r, std::size_t n) {
  return sinkhorn_jacobian_of(find_mixer(r.mixer), input_of(r, n));
}

/// `kind` sinkhorn at n x n equal logits.
sinkhorn_jacobian at_equal_logits(std::size_t n, const char* iterations) {
  const mixer& m = find_mixer("static");
  mixer_input input = small_input(m, 1, n, 2, {{"kind", "sinkhorn"}, {"temperature", "1"}, {"iterations", iterations}});
  input.parameters.at("H_res_logits").assign(n * n, 0.5);
  return sinkhorn_jacobian_of(m, input);
}

/// (1/n) Q kron Q, with the rows of H, the transpose of what is normalised.
rational_matrix at_equal_logits(std::size_t n) {
  const mpq_class size(static_cast<unsigned long>(n));
  rational_matrix Q = rational_identity(n);
  for (mpq_class& x : Q.values()) x -= 1 / size;
  rational_matrix r = rational_zero(n * n, n * n);
  for (std::size_t ij = 0; ij < n * n; ++ij)
    for (std::size_t kl = 0; kl < n * n; ++kl) r(ij, kl) = Q(ij % n, kl / n) * Q(ij / n, kl % n) / size;
  return r;
}

mpq_class squared(const mpq_class& x) { return x * x; }

/// Whether x holds sqrt(square) and is narrow.
bool holds_root(const mp_interval& x, const mpq_class& square) {
  return squared(rational(x.lower())) <= square && square <= squared(rational(x.upper())) &&
         magnitude_up(x - x) < 1e-30;
}

/// J times the direction of a shift: of row `index` of the logits, or of that column.
std::vector<mp_interval> along_shift(const matrix<mp_interval>& J, std::size_t n, std::size_t index, bool column) {
  std::vector<mp_interval> r;
  for (std::size_t ij = 0; ij < J.rows(); ++ij) {
    mp_interval sum(0, J(ij, 0).bits());
    for (std::size_t l = 0; l < n; ++l) sum += J(ij, column ? l * n + index : index * n + l);
    r.push_back(std::move(sum));
  }
  return r;
}

bool is_zero(const mp_interval& x) { return holds(x, 0) && magnitude_up(x) < 1e-60; }
bool is_not_zero(const mp_interval& x) { return !possibly_less_equal(abs(x), mp_interval(1e-4, 53)); }

} // namespace

BOOST_AUTO_TEST_SUITE(sinkhorn_jacobians)

// Whatever the number of iterations; for two streams 1/8 w w^T with w = (1, -1, -1, 1).
BOOST_AUTO_TEST_CASE(at_equal_logits_of_two_and_three_streams) {
  for (const std::size_t n : {2u, 3u})
    for (const char* iterations : {"1", "2", "7"}) {
      const sinkhorn_jacobian S = at_equal_logits(n, iterations);
      const rational_matrix expected = at_equal_logits(n);
      BOOST_REQUIRE((S.J.rows() == n * n && S.J.cols() == n * n));
      for (std::size_t c = 0; c < expected.values().size(); ++c)
        BOOST_TEST(is_tight(S.J.values()[c], expected.values()[c]));
      BOOST_TEST(holds_root(S.norm, mpq_class(1, static_cast<unsigned long>(n * n))));
      BOOST_TEST(holds_root(S.off_diagonal, n == 2 ? mpq_class(1, 8) : mpq_class(1, 9)));
    }
  const mpq_class eighth(1, 8);
  BOOST_TEST(is_tight(at_equal_logits(2, "1").J(0, 1), -eighth));
}

// There g = w makes ||P_off Dh|| = rate sqrt(2)/4 = rate ||P_off J|| ||J|| ||w||: a smaller bound would be false.
BOOST_AUTO_TEST_CASE(the_bound_is_reached) {
  const sinkhorn_jacobian S = at_equal_logits(2, "3");
  const mp_interval rate = as_interval(mpq_class(1, 10));
  matrix<mp_interval> w(4, 1, as_interval(1));
  w(1, 0) = w(2, 0) = as_interval(-1);
  const matrix<mp_interval> step = multiply(S.J, multiply(transpose(S.J), w));
  const mp_interval off = rate * sqrt(sqr(step(1, 0)) + sqr(step(2, 0)));
  const mp_interval bound = off_diagonal_step(S, rate, as_interval(2));
  BOOST_TEST(holds_root(off, mpq_class(1, 800)));
  BOOST_TEST(holds_root(bound, mpq_class(1, 800)));
}

// No gradient does more, at any state.
BOOST_AUTO_TEST_CASE(steps_keep_within_the_bound) {
  for (const router& r : routers) BOOST_TEST_CONTEXT(r.mixer) {
      const std::size_t n = 3;
      const sinkhorn_jacobian S = jacobian_of(r, n);
      for (std::size_t g = 0; g < n * n; ++g) {
        mp_interval square(0, bits);
        for (std::size_t ij = 0; ij < n * n; ++ij) {
          mp_interval entry(0, bits);
          for (std::size_t l = 0; l < n * n; ++l) add_product(entry, S.J(ij, l), S.J(g, l));
          if (ij / n != ij % n) square += sqr(entry);
        }
        BOOST_TEST(certainly_less_equal(sqrt(square), off_diagonal_step(S, as_interval(1), as_interval(1))));
      }
      BOOST_TEST(certainly_less(S.off_diagonal, S.norm));
    }
}

BOOST_AUTO_TEST_CASE(is_the_derivative_by_the_logits) {
  const context<quad> quads;
  for (const router& r : routers) BOOST_TEST_CONTEXT(r.mixer)
  for (const std::size_t n : {2u, 3u}) {
    const mixer& m = find_mixer(r.mixer);
    const mixer_input input = input_of(r, n);
    const sinkhorn_jacobian S = jacobian_of(r, n);
    constexpr double h = 0x1p-24;
    for (std::size_t l = 0; l < n * n; ++l) {
      const auto moved = [&](double by) {
        mixer_input other = input;
        other.parameters.at(r.added)[place(r, n, l)] += by;
        return m.evaluate(quads, other).H;
      };
      const matrix<quad> ahead = moved(h), behind = moved(-h);
      for (std::size_t ij = 0; ij < n * n; ++ij) {
        const double quotient = to_double((ahead.values()[ij] - behind.values()[ij]) / quad(2 * h));
        BOOST_TEST(magnitude_up(S.J(ij, l) - mp_interval(quotient, bits)) < 1e-11);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(norms_are_those_of_the_matrix) {
  for (const router& r : routers) BOOST_TEST_CONTEXT(r.mixer) {
      const std::size_t n = 3;
      const sinkhorn_jacobian S = jacobian_of(r, n);
      const rational_matrix J = map(S.J, [](const mp_interval& x) { return rational(midpoint(x, 128)); });
      rational_matrix off = J;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 0; l < n * n; ++l) off(i * n + i, l) = 0;
      const mpq_class slack = power_of_two(-100);
      const auto is_norm = [&](const mp_interval& x, const rational_matrix& of) {
        exact_singular_values values(of);
        return values.at_least(rational_down(x.lower(), 80) - slack) >= 1 &&
               values.above(rational_up(x.upper(), 80) + slack) == 0;
      };
      BOOST_TEST(is_norm(S.norm, J));
      BOOST_TEST(is_norm(S.off_diagonal, off));
    }
}

// A finite iteration does not hear of shifts along what it normalises first, exactly; of the others it does.
BOOST_AUTO_TEST_CASE(shifts) {
  for (const router& r : routers) BOOST_TEST_CONTEXT(r.mixer)
  for (const std::size_t n : {2u, 3u, 4u}) {
    const matrix<mp_interval> J = jacobian_of(r, n).J;
    bool heard = false;
    for (std::size_t index = 0; index < n; ++index) {
      for (const mp_interval& x : along_shift(J, n, index, r.columns_first)) BOOST_TEST(is_zero(x));
      for (const mp_interval& x : along_shift(J, n, index, !r.columns_first)) heard = heard || is_not_zero(x);
    }
    BOOST_TEST(heard);
  }
}

// p1 = sigmoid(1), p2 = sigmoid(2), one iteration: S_11 moves by p1 p2 (p2 - p1) / (p1 + p2)^2 with column 1.
BOOST_AUTO_TEST_CASE(the_example_of_the_other_dimension) {
  const mixer& m = find_mixer("static");
  mixer_input input = small_input(m, 1, 2, 2, {{"kind", "sinkhorn"}, {"temperature", "1"}, {"iterations", "1"}});
  input.parameters.at("H_res_logits") = {1, 0, 2, 0};
  const matrix<mp_interval> J = sinkhorn_jacobian_of(m, input).J;
  const mp_interval p1 = sigmoid(as_interval(1)), p2 = sigmoid(as_interval(2));
  const mp_interval moved = along_shift(J, 2, 0, true).front(), expected = p1 * p2 * (p2 - p1) / sqr(p1 + p2);
  BOOST_TEST(is_zero(moved - expected));
  BOOST_TEST(mpfr_cmp_d(moved.lower(), 0.03) > 0);
}

// In the limit neither is heard.
BOOST_AUTO_TEST_CASE(many_iterations_lose_both_shifts) {
  const auto largest = [](const char* iterations) {
    const mixer& m = find_mixer("static");
    const mixer_input input =
        small_input(m, 5, 3, 2, {{"kind", "sinkhorn"}, {"temperature", "1"}, {"iterations", iterations}});
    const matrix<mp_interval> J = sinkhorn_jacobian_of(m, input).J;
    double r = 0;
    for (std::size_t index = 0; index < 3; ++index)
      for (const mp_interval& x : along_shift(J, 3, index, true)) r = std::max(r, magnitude_up(x));
    return r;
  };
  BOOST_TEST(largest("1") > 1e-3);
  BOOST_TEST(largest("20") < 1e-2 * largest("1"));
  BOOST_TEST(largest("100") < 1e-12);
}

// With radii every state of the box is meant: the norms at its middle and at a corner.
BOOST_AUTO_TEST_CASE(boxes) {
  const mixer& m = find_mixer("mhc-v4");
  mixer_input input = small_input(m, 3, 2, 3, {{"iterations", "2"}});
  const sinkhorn_jacobian middle = sinkhorn_jacobian_of(m, input);
  mixer_input corner = input, box = input;
  for (double& x : corner.state.values()) x += 0x1p-20;
  box.state_radius = matrix<double>(2, 3, 0x1p-20);
  const sinkhorn_jacobian at_corner = sinkhorn_jacobian_of(m, corner), over_box = sinkhorn_jacobian_of(m, box);
  BOOST_TEST(!certainly_less_equal(abs(middle.norm - at_corner.norm), mp_interval(1e-9, bits)));
  for (const sinkhorn_jacobian* S : {&middle, &at_corner}) {
    BOOST_TEST(holds(over_box.norm, rational(midpoint(S->norm, bits))));
    BOOST_TEST(holds(over_box.off_diagonal, rational(midpoint(S->off_diagonal, bits))));
  }
  BOOST_TEST(magnitude_up(over_box.norm - over_box.norm) < 1e-3);
}

BOOST_AUTO_TEST_CASE(one_stream) {
  const sinkhorn_jacobian S = at_equal_logits(1, "2");
  BOOST_TEST((is_exact_zero(S.norm) && is_exact_zero(S.off_diagonal) && S.J.values().size() == 1));
}

BOOST_AUTO_TEST_CASE(other_mixers_have_none) {
  const std::vector<std::pair<const char*, settings>> others = {
      {"hc", {}},    {"hc-paper", {}},  {"mhc-lite", {}}, {"kromhc", {}},
      {"jpmhc", {}}, {"circulant", {}}, {"go-mhc", {}},   {"static", {{"kind", "matrix"}}},
      {"shc", {}},   {"ohc", {}}};
  for (const auto& [name, convention] : others) BOOST_TEST_CONTEXT(name) {
      const mixer& m = find_mixer(name);
      const mixer_input input = small_input(m, 2, 4, 2, convention);
      check_refused([&] { sinkhorn_jacobian_of(m, input); }, {name, "Sinkhorn", "mhc-v4"});
    }
}

// Learned-like routers of four streams: both norms come out narrow, and in order.
BOOST_AUTO_TEST_CASE(norms_at_reference_states, *boost::unit_test::precondition(has_shared_data)) {
  for (const char* name : {"mhc-flat", "lucid-mhc"})
    for (const mixer_reference& c : mixer_references(name)) BOOST_TEST_CONTEXT(c.id) {
        const sinkhorn_jacobian S = sinkhorn_jacobian_of(*c.family, c.input);
        BOOST_TEST(certainly_less_equal(S.off_diagonal, S.norm + mp_interval(1e-30, bits)));
        BOOST_TEST(magnitude_up(S.norm - S.norm) < 1e-25);
      }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
