// Upper bounds of norms by a factorisation, for norms that are known (theorem T30 a).
#include "mixcert/spectrum/norm_bound.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

namespace {

using namespace mixcert;
using namespace mixcert::test;

matrix<double> diagonal(const std::vector<double>& values) {
  matrix<double> r(values.size(), values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) r(i, i) = values[i];
  return r;
}

/// z w^T of small integers, and the square of its norm.
std::pair<matrix<double>, double> rank_one(std::mt19937_64& random, std::size_t n) {
  std::vector<double> z, w;
  double of_z = 0, of_w = 0;
  for (std::size_t i = 0; i < n; ++i) {
    z.push_back(static_cast<double>(random() % 17) - 8);
    w.push_back(static_cast<double>(random() % 17) - 8);
    of_z += z.back() * z.back();
    of_w += w.back() * w.back();
  }
  matrix<double> r(n, n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) r(i, j) = z[i] * w[j];
  return {r, of_z * of_w};
}

mpq_class square(double x) { return mpq_class(x) * mpq_class(x); }

} // namespace

BOOST_AUTO_TEST_SUITE(norms_by_factorisation)

BOOST_AUTO_TEST_CASE(are_not_less_than_the_norm) {
  std::mt19937_64 random(1);
  for (std::size_t n = 1; n <= 40; ++n) {
    const auto [B, norm_square] = rank_one(random, n);
    if (norm_square == 0) continue;
    for (const double near : {1 + 0x1p-40, 1 + 0x1p-20, 1.5, 1e6}) {
      const double bound = norm_up_by_factor(B, norm_square * near);
      BOOST_TEST((square(bound) >= mpq_class(norm_square)), n << " near " << near);
      if (near > 1 + 0x1p-30) BOOST_TEST((square(bound) <= mpq_class(norm_square * near) * (1 + power_of_two(-38))));
    }
  }
}

BOOST_AUTO_TEST_CASE(below_the_norm_there_are_none) {
  std::mt19937_64 random(2);
  for (const std::size_t n : {2U, 7U, 30U}) {
    const auto [B, norm_square] = rank_one(random, n);
    BOOST_TEST(norm_up_by_factor(B, norm_square * 0.999) == std::numeric_limits<double>::infinity());
  }
  BOOST_TEST(norm_up_by_factor(diagonal({2, 1}), 3.99) == std::numeric_limits<double>::infinity());
}

// Of 0 there are B^T B = 0 and L = I, exactly; what is added is the formula's.
BOOST_AUTO_TEST_CASE(count_the_rounding_of_the_theorem) {
  for (const std::size_t n : {1U, 3U, 50U}) {
    const mpq_class k = static_cast<unsigned long>(2 * n), u = power_of_two(-53), gamma = k * u / (1 - k * u);
    const mpq_class expected = 1 + gamma * static_cast<unsigned long>(n);
    const mpq_class found = square(norm_up_by_factor(matrix<double>(n, n, 0.0), 1));
    BOOST_TEST((found >= expected));
    BOOST_TEST((found <= expected * (1 + power_of_two(-49))));
  }
}

BOOST_AUTO_TEST_CASE(hold_whatever_the_factor) {
  const matrix<double> B = diagonal({2, 1});
  for (const auto& [first, second] : {std::pair{0.0, 0.0}, {1.0, 0.5}, {0.0, 3.0}, {-7.0, 0.0}}) {
    const double bound = norm_up_by_factor(B, 1, diagonal({first, second}));
    BOOST_TEST((square(bound) >= 4), first << ", " << second);
  }
  BOOST_TEST((square(norm_up_by_factor(diagonal({2}), 1, diagonal({0}))) <= 4 * (1 + power_of_two(-49))));
}

BOOST_AUTO_TEST_CASE(of_numbers_that_are_not_finite_there_are_none) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e200}) {
    BOOST_TEST(norm_up_by_factor(diagonal({bad, 1}), 4) == std::numeric_limits<double>::infinity());
    if (bad != 1e200) BOOST_TEST(norm_up_by_factor(diagonal({1, 1}), bad) == std::numeric_limits<double>::infinity());
  }
}

BOOST_AUTO_TEST_SUITE_END()
