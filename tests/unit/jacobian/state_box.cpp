// The bound over a box of states holds, each of its terms is needed, and it is attained where the worst directions of
// all terms are the same.
#include "mixcert/jacobian/state_box.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/mixer/detail/whole_state.hpp"
#include "support/dense_jacobian.hpp"
#include "support/hc_cases.hpp"
#include "support/mhc_cases.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

using namespace mixcert;
using namespace mixcert::test;

namespace {

/// One stream of width d, and a mixer H that is one number: which one says `kind`; w = (1, ..., 1).
enum class kind { linear, square, norm, first_entry, gate };

class one_number final : public in_every_arithmetic<one_number> {
 public:
  explicit one_number(kind k) : kind_(k) {}
  std::string_view name() const override { return "one number"; }
  std::vector<tensor_spec> tensors(std::size_t, std::size_t, const mixer_convention&) const override { return {}; }
  std::vector<constant_spec> constants() const override { return {}; }
  std::string_view summary() const override { return "a number"; }
  mixer_costs costs(std::size_t, const mixer_convention&) const override { return {}; }
  mixer_invariants invariants(const mixer_convention&) const override { return {}; }
  state_dependence dependence(std::size_t, const mixer_convention&) const override { return {1}; }

  template <scalar S>
  mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input&, const matrix<S>& X) const {
    const std::size_t d = X.cols();
    const S zero = context.exact(0), one = context.exact(1), two = context.exact(2);
    const std::vector<double> ones(d, 1.0);
    const S z = inner_product(context, ones.data(), X.values().data(), d);
    std::vector<S> x, w(d, one), first(d, zero);
    for (const S& value : X.values()) x.push_back(value);
    first.front() = one;
    mixer_evaluation<S> e{matrix<S>(1, 1, zero),
                          {zero},
                          {zero},
                          {{"x0", x}, {"w", w}, {"e0", first}},
                          matrix<S>(1, 3, zero),
                          {matrix<S>(1, 3, zero)},
                          {matrix<S>(1, 3, zero)},
                          {matrix<S>(1, 3, zero)},
                          matrix<S>(1, 1, zero),
                          matrix<S>(1, 1, zero)};
    e.state(0, 0) = one;
    switch (kind_) {
    case kind::linear:
      e.H(0, 0) = z;
      e.dH[0](0, 1) = one;
      break;
    case kind::square:
      e.H(0, 0) = sqr(z);
      e.dH[0](0, 1) = two * z;
      break;
    case kind::norm:
      e.H(0, 0) = context.exact(0.5) * squared_norm(context, X.values().data(), d);
      e.dH[0](0, 0) = one;
      break;
    case kind::first_entry:
      e.H(0, 0) = sqr(X(0, 0));
      e.dH[0](0, 2) = two * X(0, 0);
      break;
    case kind::gate:
      e.write[0] = sqr(z);
      e.dwrite[0](0, 1) = two * z;
      break;
    }
    return e;
  }

 private:
  kind kind_;
};

mixer_input state_of_ones(std::size_t d, double x, double radius) {
  return {{}, {}, matrix<double>(1, d, x), std::nullopt, false, matrix<double>(1, d, radius)};
}

/// ||A v|| / ||v|| after a few steps of the power method: at most ||A||.
double stretch(const matrix<double>& A) {
  std::vector<double> v(A.cols());
  for (std::size_t c = 0; c < v.size(); ++c) v[c] = 1 + 0.1 * std::sin(3.0 * static_cast<double>(c));
  double r = 0;
  for (int step = 0; step < 60; ++step) {
    std::vector<double> y(A.rows(), 0.0), z(A.cols(), 0.0);
    double vv = 0, yy = 0;
    for (std::size_t i = 0; i < A.rows(); ++i)
      for (std::size_t c = 0; c < A.cols(); ++c) y[i] += A(i, c) * v[c];
    for (const double t : v) vv += t * t;
    for (const double t : y) yy += t * t;
    if (yy == 0) return 0;
    r = std::sqrt(yy / vv);
    for (std::size_t i = 0; i < A.rows(); ++i)
      for (std::size_t c = 0; c < A.cols(); ++c) z[c] += A(i, c) * y[i] / yy;
    v = z;
  }
  return r;
}

double distance(const matrix<double>& A, const matrix<double>& B) {
  matrix<double> D = A;
  for (std::size_t k = 0; k < D.values().size(); ++k) D.values()[k] -= B.values()[k];
  return stretch(D);
}

mixer_input moved(mixer_input input, const matrix<double>& u) {
  for (std::size_t k = 0; k < u.values().size(); ++k)
    input.state.values()[k] += u.values()[k] * input.state_radius.values()[k];
  input.state_radius = {};
  return input;
}

double distance_to(const mixer& m, const mixer_input& input, const matrix<double>& u) {
  return distance(dense_jacobian(m, moved(input, u)), dense_jacobian(m, input));
}

} // namespace

BOOST_AUTO_TEST_SUITE(state_boxes)

// At x = (1, ..., 1) all terms of these maps have their largest norm at the same corner and in the same direction, so
// the bound is attained: without any one of its terms it would be too small, and it is not slack.
BOOST_AUTO_TEST_CASE(every_term_is_attained) {
  for (const double radius : {1e-9, 1e-3, 0.25})
    for (const kind k : {kind::linear, kind::square, kind::norm, kind::gate}) {
      mixer_input input = state_of_ones(4, 1, radius);
      if (k == kind::gate) input.branch_output = {2, 0, 1, -1};
      const one_number m(k);
      const state_box box = bound_state_box(m, input, core_method::stream_adapted);
      const double attained = distance_to(m, input, matrix<double>(1, 4, 1.0));
      BOOST_TEST(attained > 0);
      BOOST_TEST(box.jacobian >= attained * (1 - 1e-6), static_cast<int>(k));
      BOOST_TEST(box.jacobian <= attained * (1 + 1e-6), static_cast<int>(k));
    }
}

// The same for what no inner product tracks: a state of one entry, that alone moves.
BOOST_AUTO_TEST_CASE(what_is_not_tracked_counts) {
  for (const double radius : {1e-9, 1e-3, 0.25}) {
    mixer_input input = state_of_ones(1, 1, radius);
    const one_number m(kind::first_entry);
    const double bound = bound_state_box(m, input, core_method::stream_adapted).jacobian,
                 attained = distance_to(m, input, matrix<double>(1, 1, 1.0));
    BOOST_TEST(bound >= attained * (1 - 1e-6));
    BOOST_TEST(bound <= attained * (1 + 1e-6));
  }
}

BOOST_AUTO_TEST_CASE(the_mixer_moves_as_far_as_it_must) {
  const mixer_input input = state_of_ones(4, 1, 0.25);
  const state_box box = bound_state_box(one_number(kind::square), input, core_method::stream_adapted);
  BOOST_TEST(box.frozen >= 9);
  BOOST_TEST(box.frozen <= 9 * (1 + 1e-12)); // from 4^2 to 5^2
  BOOST_TEST((box.H(0, 0) >= 9 && box.H(0, 0) <= 9 * (1 + 1e-12)));
}

BOOST_AUTO_TEST_CASE(nothing_moves_without_radii) {
  mixer_input input = small_hc_input(3, 3, 6);
  input.state_radius = matrix<double>(3, 6, 0.0);
  const state_box box = bound_state_box(hc_mixer(), input, core_method::stream_adapted);
  BOOST_TEST((box.jacobian == 0 && box.frozen == 0));
}

// Corners of the box, and small mixers of both kinds with both maps.
BOOST_AUTO_TEST_CASE(members_are_within_and_some_are_not_far_inside) {
  std::mt19937_64 random(17);
  for (const double radius : {1e-7, 1e-5, 1e-4})
    for (const bool whole_state : {false, true})
      for (const char* map : {"residual", "write", "read"}) {
        const mixer& m = find_mixer(whole_state ? "mhc-v4" : "hc");
        mixer_input input = whole_state ? small_mhc_input(8, 3, 6) : small_hc_input(8, 3, 6);
        input.read = map == std::string("read");
        if (map == std::string("write")) input.branch_output = {1, -0.5, 2, 0, 0.25, -1};
        input.state_radius = matrix<double>(3, 6, radius);
        const double bound = bound_state_box(m, input, core_method::stream_adapted).jacobian;
        double farthest = 0;
        for (int member = 0; member < 100; ++member) {
          matrix<double> u(3, 6, 0.0);
          for (double& t : u.values()) t = random() % 2 == 0 ? 1 : -1;
          const double moved_by = distance_to(m, input, u);
          BOOST_TEST(moved_by <= bound * (1 + 1e-6) + 1e-13);
          farthest = std::max(farthest, moved_by);
        }
        BOOST_TEST(bound <= 12 * farthest, m.name() << ", " << map << ", radius " << radius);
      }
}

BOOST_AUTO_TEST_CASE(a_state_that_the_mixer_does_not_have_is_a_reason) {
  mixer_input input = small_hc_input(3, 2, 4);
  input.state_radius = matrix<double>(2, 4, 100.0);
  BOOST_CHECK_EXCEPTION(
      bound_state_box(hc_mixer(), input, core_method::stream_adapted), not_certified,
      [](const not_certified& e) { return std::string(e.what()).find("smaller radii") != std::string::npos; });
}

BOOST_AUTO_TEST_SUITE_END()
