// guess_svd: thin shapes, sorted values, and an error of some units in the last place.
#include "checks.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

void check_guess(const matrix<double>& a) {
  const svd_guess<double> svd = guess_svd(a);
  const std::size_t q = std::min(a.rows(), a.cols());
  BOOST_CHECK_EQUAL(svd.U.rows(), a.rows());
  BOOST_CHECK_EQUAL(svd.U.cols(), q);
  BOOST_CHECK_EQUAL(svd.V.rows(), a.cols());
  BOOST_CHECK_EQUAL(svd.V.cols(), q);
  BOOST_REQUIRE_EQUAL(svd.sigma.size(), q);
  BOOST_CHECK(is_sorted_spectrum(svd.sigma));
  if (q == 0) return;
  const factor_errors error = errors_of(svd, a);
  BOOST_CHECK_SMALL(error.u, 1e-13);
  BOOST_CHECK_SMALL(error.v, 1e-13);
  BOOST_CHECK(error.residual <= 1e-13 * svd.sigma[0]);
}

} // namespace

BOOST_AUTO_TEST_SUITE(guess)

BOOST_AUTO_TEST_CASE(is_close_for_known_matrices) {
  for (const known_matrix& known : coarse_matrices())
    BOOST_TEST_CONTEXT(known.name) check_guess(stored<double>(known.A, 53));
}

BOOST_AUTO_TEST_CASE(is_thin_for_every_shape) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> entry(-1, 1);
  for (std::size_t m = 0; m <= 6; ++m)
    for (std::size_t n = 0; n <= 6; ++n) {
      matrix<double> a(m, n, 0.0);
      for (double& x : a.values()) x = entry(random);
      BOOST_TEST_CONTEXT(m << " x " << n) {
        check_guess(a);
        check_guess(map(a, [](double x) { return std::ldexp(x, 400); }));
        check_guess(map(a, [](double x) { return std::ldexp(x, -400); }));
      }
    }
}

BOOST_AUTO_TEST_CASE(of_one_entry_is_its_magnitude) {
  for (const double x : {0.0, 1.0, -3.0, 0.1, -1e100})
    BOOST_CHECK_EQUAL(guess_svd(matrix<double>(1, 1, x)).sigma.at(0), std::fabs(x));
}

BOOST_AUTO_TEST_SUITE_END()
