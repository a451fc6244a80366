#include "mixcert/certificate/checker/cosine.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 512;

pair_cosines cosines(std::size_t n, const std::vector<double>& X) { return {exact_matrix(X, n, X.size() / n), bits}; }

} // namespace

BOOST_AUTO_TEST_SUITE(cosine)

BOOST_AUTO_TEST_CASE(a_mean_that_is_zero_is_exactly) {
  BOOST_CHECK(is_zero(cosines(2, {1, 2, 2, -1}).mean()));
  BOOST_CHECK(is_zero(cosines(4, {3, 5, 7, -1}).mean()));
  BOOST_CHECK(is_zero(cosines(3, {1, -1, 0, 3, -3, 0, 0, 7, -7}).mean()));
  // 1/sqrt(2) - 1/sqrt(2) - 1/2 + 1/2
  BOOST_CHECK(is_zero(cosines(4, {1, 0, 0, 0, 5, 5, 0, 0, -3, 0, 3, 0, 0, 2, 0, 2}).mean()));
  std::vector<double> many(49, 0.1);
  for (std::size_t k = 0; k < 21; ++k) many[k] = -0.7;
  BOOST_CHECK(is_zero(cosines(49, many).mean()));
}

BOOST_AUTO_TEST_CASE(a_mean_that_is_small_is_not_zero) {
  const interval mean = cosines(4, {3, 0x1p-300, 5, 0, 7, 0, -1, 0}).mean();
  BOOST_CHECK(!is_zero(mean));
}

BOOST_AUTO_TEST_CASE(each_of_them) {
  const pair_cosines c = cosines(3, {1, 0, -4, 0, 3, 4});
  BOOST_CHECK(is_zero(c(0, 1) + 1));
  BOOST_CHECK((position_in(c(0, 2), rational(3, 5) - power_of_two(-500), rational(3, 5) + power_of_two(-500)) ==
               position::inside));
  BOOST_CHECK(!is_bounded(cosines(2, {0, 0, 1, 1})(0, 1)));
  BOOST_CHECK(!is_bounded(cosines(2, {0, 0, 1, 1}).mean()));
}

BOOST_AUTO_TEST_SUITE_END()
