// norm_at_most: an upper bound of the largest singular value, and hardly more than it.
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "pipeline.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(norms)

BOOST_AUTO_TEST_CASE(bound_the_largest_singular_value) {
  for (const auto& [name, p] : special_problems()) BOOST_TEST_CONTEXT(name) {
      exact_singular_values values(jacobian(p));
      const mpq_class bound = mixcert::test::rational(norm_at_most(feedback_of(p), p.width, {64, 144, 256}));
      BOOST_TEST(values.above(bound) == 0u);
      const long places = name.starts_with("nearly") ? 16 : 35; // bases of nearly dependent generators are not as good
      if (bound > 0) BOOST_TEST(values.at_least(bound * (1 - power_of_two(-places))) >= 1u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
