// gamma_up: an upper bound of k u / (1 - k u).
#include "balls.hpp"

using namespace mixcert;
using namespace mixcert::test;

BOOST_AUTO_TEST_SUITE(gamma_factor)

BOOST_AUTO_TEST_CASE(bounds_the_factor) {
  std::vector<std::size_t> counts = {0, 1, 2, 3, 5, 7, 12, 100, 4097, 1'000'003};
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 1000; ++trial) counts.push_back(random() >> (11 + random() % 53));
  for (const long p : {20L, 24L, 53L, 64L, 113L, 192L, 360L, 1074L})
    for (const std::size_t k : counts) {
      const mpq_class ku = power_of_two(-p) * static_cast<unsigned long>(k);
      const double bound = gamma_up(k, std::ldexp(1.0, static_cast<int>(-p)));
      BOOST_TEST_CONTEXT("k = " << k << ", u = 2^-" << p) {
        if (ku > mpq_class(1) / 2) {
          BOOST_CHECK_EQUAL(bound, infinity);
        } else {
          BOOST_REQUIRE(bound < infinity);
          BOOST_CHECK(rational(bound) >= ku / (1 - ku));
          BOOST_CHECK(tight(bound, ku / (1 - ku)));
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(ends_at_one_half) {
  BOOST_CHECK_EQUAL(gamma_up(0, 0x1p-53), 0);
  BOOST_CHECK_EQUAL(gamma_up(std::size_t{1} << 52, 0x1p-53), 1);
  BOOST_CHECK_EQUAL(gamma_up((std::size_t{1} << 52) + 1, 0x1p-53), infinity);
  BOOST_CHECK_EQUAL(gamma_up(1, 0.5), 1);
  BOOST_CHECK_EQUAL(gamma_up(2, 0.5), infinity);
}

// Such counts are no binary64 numbers.
BOOST_AUTO_TEST_CASE(holds_for_counts_beyond_2_to_the_53) {
  BOOST_CHECK_EQUAL(gamma_up((std::size_t{1} << 60) + 1, 0x1p-61), infinity);
}

BOOST_AUTO_TEST_CASE(is_infinite_for_what_is_no_roundoff) {
  for (const double u : {not_a_number, infinity, 1.0}) BOOST_CHECK_EQUAL(gamma_up(3, u), infinity);
}

BOOST_AUTO_TEST_SUITE_END()
