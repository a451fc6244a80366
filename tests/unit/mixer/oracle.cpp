// Every mixer through the registry's door against autograd, the same body for every arithmetic.
#include "dense.hpp"

#include "support/mixer_cases.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <tuple>

using mixcert::float64;
using mixcert::interval;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::mixer_reference;
using mixcert::test::mixer_references;

namespace {

const char* const families[] = {"hc-paper", "lucid-mhc", "mhc-flat", "mhc-lite", "kromhc",    "go-mhc",
                                "krom-go",  "ohc",       "shc",      "jpmhc",    "circulant", "static"};

double largest(const std::vector<double>& values) {
  double r = 0;
  for (const double x : values) r = std::max(r, std::fabs(x));
  return r;
}

/// No reference value is farther from what was computed for it than the oracle's tolerance; and enclosures are no
/// wider.
template <class S> void check(const std::vector<S>& computed, const std::vector<double>& reference, double size) {
  BOOST_REQUIRE_EQUAL(computed.size(), reference.size());
  double outside = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const interval x = around(computed[i]);
    const double above = reference[i] - x.upper(), below = x.lower() - reference[i];
    if (!(std::max(above, below) <= outside)) outside = std::max(above, below);
  }
  BOOST_TEST(outside <= 1e-13 * size);
}

template <class S> void check(const mixer_reference& c) {
  const mixcert::context<S>& numbers = numbers_of<S>;
  const auto e = c.family->evaluate(numbers, c.input);
  const std::size_t d = c.input.state.cols();
  check(e.H.values(), c.H.values(), largest(c.H.values()));
  check(e.read, c.read, largest(c.read));
  check(e.write, c.write, largest(c.write));
  // Autograd's error in the derivative of a saturated gate is that of its neighbours.
  const double size = std::max({largest(c.DH), largest(c.Dread), largest(c.Dwrite)});
  check(dense(numbers, e, e.dH, e.dH_arrays, d), c.DH, size);
  check(dense(numbers, e, e.dread, e.dread_arrays, d), c.Dread, size);
  check(dense(numbers, e, e.dwrite, e.dwrite_arrays, d), c.Dwrite, size);
}

} // namespace

BOOST_AUTO_TEST_SUITE(oracle, *boost::unit_test::precondition(mixcert::test::has_shared_data))

using scalars = std::tuple<float64, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(router_and_derivative_are_those_of_autograd, S, scalars) {
  for (const char* family : families) {
    const std::vector<mixer_reference> cases = mixer_references(family);
    BOOST_TEST(cases.size() >= 9u);
    for (const mixer_reference& c : cases) BOOST_TEST_CONTEXT(c.id) {
        check<S>(c);
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()
