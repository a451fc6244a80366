#include "cotangents/quantities.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {

BOOST_AUTO_TEST_SUITE(quantities_of_gradients)

// Gradients (3, 4) and (4, -3) + (3, 4) = (7, 1): norms 5 and 5 sqrt 2, cosine 25/(25 sqrt 2), difference 5.
BOOST_AUTO_TEST_CASE(of_a_triangle) {
  const context<interval> numbers;
  const auto pass = [&](double x, double y) {
    return cotangents::loss_and_gradient<interval>{
        {}, interval(2), {}, matrix<interval>(1, 2, {interval(x), interval(y)})};
  };
  const auto found = cotangents::quantities(numbers, {pass(3, 4), pass(7, 1)});
  const interval root = sqrt(interval(2)), half = interval(0.5);
  const std::vector<interval> wanted{interval(2), interval(5), interval(5) * root, root,
                                     root * half, root * half, interval(1),        root * half};
  BOOST_TEST_REQUIRE(found.size() == wanted.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    BOOST_TEST(!certainly_less(found[k].value, wanted[k]), found[k].name);
    BOOST_TEST(!certainly_less(wanted[k], found[k].value), found[k].name);
    BOOST_TEST(width_up(found[k].value) < 1e-14, found[k].name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
