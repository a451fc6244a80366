// The singular values of H out of a lane (theorem T28 (d)).
#include "mixcert/batch/frozen_values.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace {

using namespace mixcert;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Of one lane.
struct rotations {
  std::vector<double> high, low, radius = std::vector<double>(high.size());
  double alpha = 0, beta = 0, nu = 0;

  bool read(std::vector<interval>& values) {
    return read_frozen_values({{high.data(), low.data(), radius.data()}, &alpha, &beta, &nu}, high.size(), 1, 0,
                              values);
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(frozen_values)

BOOST_AUTO_TEST_CASE(sorted_with_their_distance) {
  rotations r{{1, 3, 2}, {0x1p-54, 0, -0x1p-53}};
  r.nu = 0x1p-40;
  std::vector<interval> values;
  BOOST_REQUIRE(r.read(values));
  BOOST_REQUIRE_EQUAL(values.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    const double s = 3 - static_cast<double>(k);
    BOOST_CHECK(values[k].lower() <= s - r.nu && values[k].upper() >= s + r.nu);
    BOOST_CHECK(values[k].lower() >= s - 1.01 * r.nu && values[k].upper() <= s + 1.01 * r.nu);
  }
}

// The orthogonal polar factors may be scaled by (1 - alpha)^(-1/2).
BOOST_AUTO_TEST_CASE(factors_that_are_not_orthogonal) {
  rotations r{{4}, {0}};
  r.alpha = r.beta = 0x1p-30;
  std::vector<interval> values;
  BOOST_REQUIRE(r.read(values));
  BOOST_CHECK(values[0].upper() >= 4 / (1 - 0x1p-30) && values[0].lower() <= 4 / (1 + 0x1p-30));
}

BOOST_AUTO_TEST_CASE(small_values_reach_zero) {
  rotations r{{1, 0x1p-60}, {0, 0}};
  r.nu = 0x1p-50;
  std::vector<interval> values;
  BOOST_REQUIRE(r.read(values));
  BOOST_CHECK_EQUAL(values[1].lower(), 0);
  BOOST_CHECK_GE(values[1].upper(), 0x1p-50 + 0x1p-60);
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_is_refused) {
  for (const double bad : {not_a_number, std::numeric_limits<double>::infinity(), -1.0, 0x1p501})
    for (int which = 0; which < 5; ++which) {
      rotations r{{1, 2}, {0, 0}};
      double* const numbers[] = {&r.high[1], &r.low[0], &r.alpha, &r.beta, &r.nu};
      if (bad == -1.0 && which > 0) continue;
      if (bad == 0x1p501 && which == 4) continue;
      *numbers[which] = bad;
      std::vector<interval> values;
      BOOST_CHECK(!r.read(values));
      BOOST_CHECK(values.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
