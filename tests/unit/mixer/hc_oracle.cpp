// evaluate_hc against autograd, the same body for every arithmetic; and the arithmetics against one another.
#include "dense.hpp"

#include "support/exact_matrix.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <tuple>

using mixcert::context;
using mixcert::float64;
using mixcert::interval;
using mixcert::mixer_evaluation;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::exact_matrix;
using mixcert::test::hc_reference;
using mixcert::test::hc_references;

namespace {

const char* const sets[] = {"hc/hcA", "hc/hcB", "edge/hc_edge"};

double largest(const std::vector<double>& values) {
  double r = 0;
  for (const double x : values) r = std::max(r, std::fabs(x));
  return r;
}

/// The greatest distance of a reference value from what was computed for it.
template <class S> double distance(const std::vector<S>& computed, const std::vector<double>& reference) {
  BOOST_REQUIRE_EQUAL(computed.size(), reference.size());
  double worst = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const interval x = around(computed[i]);
    worst = std::max({worst, x.lower() - reference[i], reference[i] - x.upper()});
  }
  return worst;
}

template <class S> void check(const std::vector<S>& computed, const std::vector<double>& reference, double size) {
  if (!reference.empty()) BOOST_TEST(distance(computed, reference) <= 1e-14 * size);
}

/// Everything that an evaluation says about the router, each part as one list.
template <class S> std::vector<std::vector<S>> parts(const context<S>& numbers, const hc_reference& c) {
  const mixer_evaluation<S> e = evaluate_hc(numbers, hc_site_of(c.input), exact_matrix(numbers, c.input.state));
  const std::size_t d = c.input.state.cols();
  return {e.H.values(),
          e.read,
          e.write,
          dense(numbers, e, e.dH, d),
          dense(numbers, e, e.dread, d),
          dense(numbers, e, e.dwrite, d),
          e.logits.values(),
          e.dH_dlogits.values()};
}

double magnitude(const std::vector<mp_interval>& values) {
  double r = 0;
  for (const mp_interval& x : values) r = std::max(r, magnitude_up(x));
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(hc_oracle, *boost::unit_test::precondition(mixcert::test::has_shared_data))

using scalars = std::tuple<float64, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(router_and_derivative_are_those_of_autograd, S, scalars) {
  const context<S>& numbers = numbers_of<S>;
  std::size_t with_derivative = 0;
  for (const char* set : sets)
    for (const hc_reference& c : hc_references(set)) {
      BOOST_TEST_CONTEXT(c.id) {
        const mixer_evaluation<S> e = evaluate_hc(numbers, hc_site_of(c.input), exact_matrix(numbers, c.input.state));
        const std::size_t d = c.input.state.cols();
        with_derivative += c.DH.empty() ? 0u : 1u;
        check(e.H.values(), c.H.values(), largest(c.H.values()));
        check(e.read, c.read, largest(c.read));
        check(e.write, c.write, largest(c.write));
        // Autograd forms 1 - tanh^2, so the error of a saturated gate's derivative is that of its neighbours.
        const double size = std::max({largest(c.DH), largest(c.Dread), largest(c.Dwrite)});
        check(dense(numbers, e, e.dH, d), c.DH, size);
        check(dense(numbers, e, e.dread, d), c.Dread, size);
        check(dense(numbers, e, e.dwrite, d), c.Dwrite, size);
      }
    }
  BOOST_TEST(with_derivative >= 100u);
}

BOOST_AUTO_TEST_CASE(the_arithmetics_agree) {
  for (const char* set : sets)
    for (const hc_reference& c : hc_references(set)) {
      BOOST_TEST_CONTEXT(c.id) {
        const auto guesses = parts(numbers_of<float64>, c);
        const auto coarse = parts(numbers_of<interval>, c);
        const auto fine = parts(numbers_of<mp_interval>, c);
        for (std::size_t part = 0; part < fine.size(); ++part) BOOST_TEST_CONTEXT("part " << part) {
            const double size = magnitude(fine[part]);
            double widest = 0, widest_coarse = 0, farthest = 0;
            std::size_t outside = 0;
            for (std::size_t i = 0; i < fine[part].size(); ++i) {
              const mp_interval& x = fine[part][i];
              const interval& y = coarse[part][i];
              outside += mpfr_cmp_d(x.lower(), y.lower()) < 0 || mpfr_cmp_d(x.upper(), y.upper()) > 0;
              widest = std::max(widest, magnitude_up(x - x));
              widest_coarse = std::max(widest_coarse, width_up(y));
              farthest = std::max(farthest, magnitude_up(x - mp_interval(guesses[part][i], x.bits())));
            }
            BOOST_TEST(outside == 0u);
            BOOST_TEST(widest <= 1e-90 * size);
            BOOST_TEST(widest_coarse <= 1e-11 * size);
            BOOST_TEST(farthest <= 1e-12 * size);
          }
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
