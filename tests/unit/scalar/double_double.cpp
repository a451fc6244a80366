// Products added in double-double arithmetic, against exact fractions (theorem T22 a).
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

double_double with_product(const double_double& s, const double_double& a, const double_double& b) {
  detail::lanes_of_double_double<double> sum{s.high, s.low};
  detail::add_product<double>(sum, {a.high, a.low}, {b.high, b.low});
  return {sum.high, sum.low};
}

mpq_class error(const double_double& s, const double_double& a, const double_double& b) {
  return abs(mpq_class(rational(with_product(s, a, b)) - rational(s) - rational(a) * rational(b)));
}

mpq_class sizes(const double_double& s, const double_double& a, const double_double& b) {
  return abs(rational(s)) + abs(rational(a) * rational(b));
}

const mpq_class fine = power_of_two(-102), eta = power_of_two(-1074);

void check_bound(const double_double& s, const double_double& a, const double_double& b) {
  BOOST_TEST(is_normalised(with_product(s, a, b)));
  BOOST_TEST((error(s, a, b) <= fine * sizes(s, a, b) + 4 * eta),
             s.high << " + " << s.low << ", " << a.high << " + " << a.low << ", " << b.high << " + " << b.low);
}

double_double minus(const double_double& x) { return {-x.high, -x.low}; }

} // namespace

BOOST_AUTO_TEST_SUITE(double_doubles)

BOOST_AUTO_TEST_CASE(sums_with_products_of_all_sizes) {
  std::mt19937_64 random(1);
  const auto any = [&](int least, int largest) {
    return random_double_double(random, least + static_cast<int>(random() % static_cast<unsigned>(largest - least)));
  };
  for (int k = 0; k < 2000; ++k) {
    check_bound(any(-2, 3), any(-2, 3), any(-2, 3));
    check_bound(any(-60, 60), any(-40, 40), any(-40, 40));
    check_bound(any(700, 1000), any(200, 500), any(200, 500));
    check_bound(any(-1074, -900), any(-600, -300), any(-600, -300));
    check_bound({0, 0}, any(-1074, -1000), any(-50, 990));
    check_bound({0, 0}, any(-538, -480), any(-538, -480)); // the product's parts underflow one after the other
  }
}

BOOST_AUTO_TEST_CASE(sums_that_cancel) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 5000; ++k) {
    const double_double a = random_double_double(random, 0), b = random_double_double(random, 0);
    const double_double product = with_product({0, 0}, a, b);
    check_bound(minus(product), a, b);
    check_bound({-product.high, 0}, a, b);
    check_bound({-std::nextafter(product.high, 0), product.low / 2}, a, b);
  }
}

BOOST_AUTO_TEST_CASE(special_numbers) {
  const std::vector<double_double> numbers = {{0, 0},
                                              {-0.0, 0},
                                              {1, 0},
                                              {1, 0x1p-53},
                                              {-1, 0x1p-54},
                                              {0x1.fffffffffffffp0, 0x1p-53},
                                              {0x1p-1074, 0},
                                              {-0x1.8p-1022, 0x1p-1074},
                                              {0x1p-537, 0x1p-590},
                                              {0x1.0000001p0, 0},
                                              {0x1.0000002p-500, 0x1p-553},
                                              {0x1p500, -0x1p447}};
  for (const double_double& s : numbers)
    for (const double_double& a : numbers)
      for (const double_double& b : numbers) check_bound(s, a, b);
}

// A quarter of the bound, or the bound without one of its terms, is exceeded by some numbers.
BOOST_AUTO_TEST_CASE(every_term_is_needed) {
  std::mt19937_64 random(3);
  mpq_class largest = 0, of_sum = 0;
  for (int k = 0; k < 40000; ++k) {
    const double_double a = random_double_double(random, 0), b = random_double_double(random, 0);
    largest = std::max(largest, mpq_class(error({0, 0}, a, b) / sizes({0, 0}, a, b)));
    const double_double s = random_double_double(random, 20), small = random_double_double(random, -40);
    of_sum = std::max(of_sum, mpq_class(error(s, small, b) / abs(rational(small) * rational(b))));
  }
  BOOST_TEST((largest > fine / 4));
  BOOST_TEST((of_sum > fine));
  const double_double tiny{0x1.8p-538, 0};
  BOOST_TEST((error({0, 0}, tiny, tiny) > fine * sizes({0, 0}, tiny, tiny)));
}

// What overflows, be it in between, is not finite in the end.
BOOST_AUTO_TEST_CASE(overflow_shows) {
  const double largest = std::numeric_limits<double>::max();
  for (const auto& [s, a, b] : std::vector<std::array<double, 3>>{{0, 0x1p600, 0x1p600},
                                                                  {0, 0x1p1000, 1},
                                                                  {0, 1, -largest},
                                                                  {largest, 0x1p600, 0x1.8p423},
                                                                  {-0x1p1000, 0x1p1000, 1}}) {
    double_double sum = with_product({s, 0}, {a, 0}, {b, 0});
    BOOST_TEST(!(std::fabs(sum.high) <= largest && std::fabs(sum.low) <= largest), s << ", " << a << ", " << b);
    sum = with_product(sum, {1, 0}, {1, 0});
    BOOST_TEST(!(std::fabs(sum.high) <= largest));
  }
}

BOOST_AUTO_TEST_SUITE_END()
