// The cases of theorems T4, T9, T18 and T23 (rounded vectors), with a mixer whose Jacobians are known exactly.
#define BOOST_TEST_MODULE mutation of Jacobians
#include "exact_checks.hpp"

#include "mixcert/diagnostic/conserved_channel.hpp"
#include "mixcert/diagnostic/top_direction.hpp"
#include "mixcert/jacobian/state_box.hpp"
#include "mixcert/jacobian/truncation.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/scalar/interval_matrix.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

/// One stream: `sum`, H = x_1 + ... + x_d; `square`, H = (x_1^2 + ... + x_d^2) / 2; `first`, d = 1 and H = x^2.
/// Any streams: `half`, H = I / 2. Two streams of one feature, t = x_1 + x_2: `routed`, H = [1 - t, 0; t, 1];
/// `one_way`, H = [t, 0; 0, 0].
enum class kind { sum, square, first, half, routed, one_way };

class small_mixer final : public in_every_arithmetic<small_mixer> {
 public:
  explicit small_mixer(kind k) : kind_(k) {}
  std::string_view name() const override { return "small"; }
  std::vector<tensor_spec> tensors(std::size_t, std::size_t, const mixer_convention&) const override { return {}; }
  std::vector<constant_spec> constants() const override { return {}; }
  std::string_view summary() const override { return "known exactly"; }
  mixer_costs costs(std::size_t, const mixer_convention&) const override { return {}; }
  mixer_invariants invariants(const mixer_convention&) const override {
    mixer_invariants r;
    r.columns_sum_to_one = kind_ == kind::routed;
    return r;
  }
  state_dependence dependence(std::size_t, const mixer_convention&) const override { return {1}; }

  template <scalar S>
  mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input&, const matrix<S>& X) const {
    const std::size_t n = X.rows(), d = X.cols();
    const S zero = context.exact(0), one = context.exact(1);
    const matrix<S> square(n, n, zero), none(n, n + 1, zero);
    mixer_evaluation<S> e{square, std::vector<S>(n, zero),         std::vector<S>(n, zero),         {}, none,
                          {},     std::vector<matrix<S>>(n, none), std::vector<matrix<S>>(n, none), {}, {}};
    e.dH.assign(n * n, none);
    for (std::size_t s = 0; s < n; ++s) {
      e.generators.push_back({"x" + std::to_string(s), {}});
      for (std::size_t c = 0; c < d; ++c) e.generators.back().row.push_back(X(s, c));
      e.state(s, s) = one;
    }
    e.generators.push_back({"w", std::vector<S>(d, one)});
    S sum = zero, squares = zero;
    for (const S& x : X.values()) {
      sum += x;
      squares += sqr(x);
    }
    switch (kind_) {
    case kind::sum:
      e.H(0, 0) = sum;
      e.dH[0](0, 1) = one;
      break;
    case kind::square:
      e.H(0, 0) = context.exact(0.5) * squares;
      e.dH[0](0, 0) = one;
      break;
    case kind::first:
      e.H(0, 0) = squares;
      e.dH[0](0, 1) = context.exact(2) * X(0, 0);
      break;
    case kind::half:
      for (std::size_t s = 0; s < n; ++s) e.H(s, s) = context.exact(0.5);
      break;
    case kind::routed:
      e.H(0, 0) = one - sum;
      e.H(1, 0) = sum;
      e.H(1, 1) = one;
      for (std::size_t s = 0; s < 2; ++s) {
        e.dH[0](s, 2) = -one;
        e.dH[2](s, 2) = one;
      }
      break;
    case kind::one_way:
      e.H(0, 0) = sum;
      for (std::size_t s = 0; s < 2; ++s) e.dH[0](s, 2) = one;
      break;
    }
    return e;
  }

 private:
  kind kind_;
};

mixer_input state(std::size_t n, std::size_t d, const std::vector<double>& entries, double radius = 0) {
  mixer_input r{{}, {}, matrix<double>(n, d, entries)};
  if (radius > 0) r.state_radius = matrix<double>(n, d, radius);
  return r;
}

bool contains_root(const mp_interval& x, const mpq_class& square) {
  return rational(x.lower()) * rational(x.lower()) <= square && rational(x.upper()) * rational(x.upper()) >= square;
}

/// A core of one stream, [s x; 0 s] say, with the rotation that has this s.
truncated_core truncated(const matrix<double>& C, double s, double epsilon, const matrix<double>& V,
                         const precision& places) {
  const mpfr_prec_t bits = 200;
  const auto number = [](double x) { return mp_float(x, bits); };
  const matrix<mp_float> one(1, 1, number(1));
  return truncate({map(C, number), epsilon}, {one, one, {number(s)}, 0, 0, 0}, V, places);
}

} // namespace

BOOST_AUTO_TEST_SUITE(truncated_cores)

// [15 16; 0 15] has the values 25 and 9; what is kept, and the tail, is 15.
BOOST_AUTO_TEST_CASE(what_is_left_out) {
  const truncated_core t = truncated({2, 2, {15, 16, 0, 15}}, 15, 0, {2, 1, {1, 0}}, {});
  BOOST_CHECK(rational(t.C(0, 0)) == 15);
  BOOST_CHECK(rational(t.epsilon) >= 10);
}

// Nothing is left out of [1 + 2^-40], but it is not stored with 24 places.
BOOST_AUTO_TEST_CASE(what_is_not_stored) {
  const truncated_core t = truncated({1, 1, 1 + 0x1p-40}, 0, 0, {1, 1, 1.0}, {8, 272, 384});
  BOOST_CHECK(rational(t.epsilon) >= abs(mpq_class(rational(t.C(0, 0)) - rational(1 + 0x1p-40))));
}

// The whole core may be as far off as it says.
BOOST_AUTO_TEST_CASE(distance_of_the_whole_core) {
  BOOST_CHECK(rational(truncated({1, 1, 1.0}, 1, 0.5, {1, 1, 1.0}, {}).epsilon) >= rational(0.5));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(channels)

// At (1, 0): J = [-1 -1; 2 2], which has ||B|| = 3, C = 0 and the norm sqrt(1 + 3^2).
BOOST_AUTO_TEST_CASE(blocks_of_a_routed_pair) {
  const channel_blocks blocks = conserved_channel(small_mixer(kind::routed), state(2, 1, {1, 0}));
  BOOST_CHECK(contains_root(blocks.cross, 9));
  BOOST_CHECK(contains_root(blocks.differences, 0));
  BOOST_CHECK(contains_root(blocks.gain, 10));
}

// At (1, 0): J = [2 1; 0 0], whose blocks are 3/2, 3/2 and 1/2.
BOOST_AUTO_TEST_CASE(blocks_of_one_moving_stream) {
  const channel_blocks blocks = mean_channel(small_mixer(kind::one_way), state(2, 1, {1, 0}));
  BOOST_CHECK(contains_root(blocks.mean, mpq_class(9, 4)));
  BOOST_CHECK(contains_root(blocks.cross, mpq_class(9, 4)));
  BOOST_CHECK(contains_root(blocks.differences, mpq_class(1, 4)));
  BOOST_CHECK(contains_root(blocks.gain, mpq_class(9, 2)));
}

// H = I / 2 keeps no mean: ||J|| = 1/2.
BOOST_AUTO_TEST_CASE(half_of_the_identity) {
  const auto gain = [] { return conserved_channel(small_mixer(kind::half), state(2, 1, {1, 0})).gain; };
  bool refused = false;
  try {
    BOOST_CHECK(rational(gain().lower()) <= rational(0.5));
  } catch (const input_error&) {
    refused = true;
  }
  BOOST_CHECK(refused);
}

BOOST_AUTO_TEST_CASE(gain_of_half_of_the_identity) {
  const mixer_input input = state(2, 1, {1, 0});
  const mixer& half = small_mixer(kind::half);
  const feedback<mp_interval> J = residual_feedback(half.evaluate(context<mp_interval>{256}, input));
  BOOST_CHECK(contains_root(channel_gain(J, half.invariants(input.convention), 1, {}), mpq_class(1, 4)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(directions)

// M = (I + w w^T/<w, w>)/2 with w = (1, 2^-65), which becomes (1, 0).
BOOST_AUTO_TEST_CASE(rounded_vectors) {
  constexpr mpfr_prec_t places = 384;
  const auto number = [](double x) { return mp_interval(x, places); };
  const mp_interval small = number(0x1p-65), square = number(1) + sqr(small), half = number(0.5);
  const matrix<mp_interval> M(
      2, 2, {half + half / square, half * small / square, half * small / square, half + half * sqr(small) / square});
  const auto times = [&](const std::vector<mp_interval>& x) { return multiply(M, matrix(2, 1, x)).values(); };
  const std::vector<mp_float> w = {mp_float(1, places), mp_float(0x1p-65, places)};
  const top_direction exact{{w, mp_float(1, places), w}, {0.0, 0.0}};
  const angle_bounds found =
      with_short_vectors(exact, {2, 2, times, times}, {{number(1), 1, "core"}, {half, 1, "core"}}).angles;
  BOOST_REQUIRE(found.left && found.right);
  BOOST_CHECK(*found.left >= 0x1p-66 && *found.right >= 0x1p-66);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(boxes)

double bound(kind k, const mixer_input& input) {
  return bound_state_box(small_mixer(k), input, core_method::stream_adapted).jacobian;
}

// J = H I + x w^T at x = t w, w = (1, 1, 1, 1), stretches w by 8 t: half of that is H's, half the state's.
BOOST_AUTO_TEST_CASE(states_that_move) { BOOST_CHECK(bound(kind::sum, state(1, 4, {1, 1, 1, 1}, 0.25)) >= 2); }

// J = H I + x x^T at x = t w stretches w by 6 t^2: from 6 to 6 * 25/16.
BOOST_AUTO_TEST_CASE(derivatives_that_follow_the_state) {
  BOOST_CHECK(bound(kind::square, state(1, 4, {1, 1, 1, 1}, 0.25)) >= 6.0 * 9 / 16);
}

// J = 3 x^2 from 3 to 3 * 25/16.
BOOST_AUTO_TEST_CASE(changes_without_variable) {
  BOOST_CHECK(bound(kind::first, state(1, 1, {1}, 0.25)) >= 3.0 * 9 / 16);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
