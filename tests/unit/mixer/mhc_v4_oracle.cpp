// evaluate_mhc_v4 against autograd, the same body for every arithmetic; and the arithmetics against one another.
#include "mhc_v4_distance.hpp"

#include "support/exact_matrix.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <tuple>

using mixcert::float64;
using mixcert::interval;
using mixcert::mp_float;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::exact_matrix;
using mixcert::test::mhc_reference;
using mixcert::test::mhc_references;

namespace {

std::vector<mp_float> numbers(const std::vector<double>& values) {
  std::vector<mp_float> r;
  for (const double x : values) r.emplace_back(x, 53);
  return r;
}

/// Parts of the largest value, as the oracle's tolerance is.
template <class S> mhc_v4_distance apart(const std::vector<S>& computed, const std::vector<double>& reference) {
  if (reference.empty()) return {};
  BOOST_REQUIRE_EQUAL(computed.size(), reference.size());
  return distance(computed, numbers(reference), 0, reference.size());
}

template <class S> void check(const mhc_reference& c) {
  const mixcert::context<S>& any = numbers_of<S>;
  const auto e = evaluate_mhc_v4(any, mhc_v4_site_of(c.input), exact_matrix(any, c.input.state));
  const std::size_t d = c.input.state.cols();
  BOOST_TEST(apart(e.H.values(), c.H.values()).outside <= 1e-14);
  BOOST_TEST(apart(e.read, c.read).outside <= 1e-14);
  BOOST_TEST(apart(e.write, c.write).outside <= 1e-14);
  BOOST_TEST(apart(dense(any, e, e.dread, e.dread_arrays, d), c.Dread).outside <= 1e-14);
  BOOST_TEST(apart(dense(any, e, e.dwrite, e.dwrite_arrays, d), c.Dwrite).outside <= 1e-14);
  if (!c.DH.empty()) BOOST_TEST(apart(dense(any, e, e.dH, e.dH_arrays, d), c.DH).outside <= 1e-14);
}

std::vector<mp_float> midpoints(const std::vector<mp_interval>& values) {
  std::vector<mp_float> r;
  for (const mp_interval& x : values) r.push_back(midpoint(x, 384));
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(mhc_v4_oracle, *boost::unit_test::precondition(mixcert::test::has_shared_data))

using scalars = std::tuple<float64, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(router_and_derivative_are_those_of_autograd, S, scalars) {
  std::size_t with_derivative = 0;
  for (const mhc_reference& c : mhc_references(64)) BOOST_TEST_CONTEXT(c.id) {
      with_derivative += c.DH.empty() ? 0u : 1u;
      check<S>(c);
    }
  BOOST_TEST(with_derivative == 15u);
}

BOOST_AUTO_TEST_CASE(wider_states) {
  for (const mhc_reference& c : mhc_references(512)) BOOST_TEST_CONTEXT(c.id) {
      check<interval>(c);
    }
  for (const mhc_reference& c : mhc_references(4096)) BOOST_TEST_CONTEXT(c.id) {
      check<float64>(c);
    }
}

BOOST_AUTO_TEST_CASE(the_arithmetics_agree) {
  for (const mhc_reference& c : mhc_references(64)) BOOST_TEST_CONTEXT(c.id) {
      const auto lists = [&]<class S>(const mixcert::context<S>& any) {
        return evaluated(any, evaluate_mhc_v4(any, mhc_v4_site_of(c.input), exact_matrix(any, c.input.state)),
                         c.input.state.cols());
      };
      const auto fine = lists(numbers_of<mp_interval>);
      const mhc_v4_lists<mp_float> middle{midpoints(fine.gates), midpoints(fine.derivatives)};
      BOOST_TEST(distance(fine, middle, true).width <= 1e-90);
      const auto coarse = lists(numbers_of<interval>);
      std::size_t outside = 0;
      for (std::size_t i = 0; i < fine.derivatives.size(); ++i) {
        const interval x = coarse.derivatives[i];
        outside += mpfr_cmp_d(fine.derivatives[i].lower(), x.lower()) < 0;
        outside += mpfr_cmp_d(fine.derivatives[i].upper(), x.upper()) > 0;
      }
      BOOST_TEST(outside == 0u);
      BOOST_TEST(distance(coarse, middle, false).width <= 1e-9);
      BOOST_TEST(distance(lists(numbers_of<quad>), middle, false).outside <= 1e-31);
      BOOST_TEST(distance(lists(numbers_of<float64>), middle, false).outside <= 1e-13);
    }
}

BOOST_AUTO_TEST_SUITE_END()
