// frobenius_up: an upper bound of the Frobenius norm, and no more than that.
#include "balls.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class T> void check_norm(const matrix<T>& a, bool fits_binary64 = true) {
  const mpq_class square = frobenius_squared(rational(a));
  const double bound = frobenius_up(a);
  BOOST_REQUIRE(bound < infinity);
  BOOST_CHECK(at_least_root(rational(bound), square));
  if (fits_binary64) BOOST_CHECK(tight(bound, root_up(square)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(frobenius_norm)

BOOST_AUTO_TEST_CASE_TEMPLATE(bounds_the_norm, Format, formats) {
  std::mt19937_64 random(1);
  for (const range& r : ranges)
    for (const shape& s : shapes) BOOST_TEST_CONTEXT(r.name << ' ' << s.rows << " x " << s.cols)
  check_norm(random_matrix<Format>(random, s.rows, s.cols, r));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(is_exact_where_binary64_can_be, Format, formats) {
  using T = typename Format::scalar;
  const auto of = [](std::vector<double> values) {
    std::vector<T> stored;
    for (const double x : values) stored.push_back(Format::from(x));
    return frobenius_up(matrix<T>(1, values.size(), std::move(stored)));
  };
  BOOST_CHECK_EQUAL(of({}), 0);
  BOOST_CHECK_EQUAL(of({0, -0.0, 0}), 0);
  BOOST_CHECK_EQUAL(of({-3, 4}), 5);
  BOOST_CHECK_EQUAL(of({0.5, 0.5, -0.5, 0.5}), 1);
  BOOST_CHECK_EQUAL(of({0x1p1000}), 0x1p1000);
  BOOST_CHECK_EQUAL(of({0x3p-600, 0x4p-600}), 0x5p-600);
  BOOST_CHECK_EQUAL(of({0x1p-1074}), 0x1p-1074);
  BOOST_CHECK_EQUAL(of({0x3p-1074, 0x4p-1074}), 0x5p-1074);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_at_the_ends_of_the_range, Format, formats) {
  using T = typename Format::scalar;
  for (const double x : {0x1p-1074, 0x1.8p-1073, 0x1p-1022, 0x1.fffffffffffffp-1023, 0x1p-1000, 0x1.7p1000, 0x1.3p1021})
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}})
      BOOST_TEST_CONTEXT(x << " repeated " << count) check_norm(matrix<T>(count, 1, Format::from(x)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_ball_adds_the_radius, Format, formats) {
  std::mt19937_64 random(2);
  for (const range& r : ranges)
    for (const double radius : {0.0, radius_for(r), 0x1p300}) {
      const ball_matrix<typename Format::scalar> ball{random_matrix<Format>(random, 3, 4, r), radius};
      const double bound = frobenius_up(ball);
      for (const rational_matrix& member : members(ball))
        BOOST_CHECK(at_least_root(rational(bound), frobenius_squared(member)));
      BOOST_CHECK(sharp(bound, frobenius(rational(ball.midpoint)) + rational(radius)));
    }
  BOOST_CHECK_EQUAL(frobenius_up(ball_matrix<double>{matrix<double>(2, 2, 1.0), infinity}), infinity);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(is_infinite_for_an_entry_that_is_not_finite, Format, formats) {
  std::mt19937_64 random(3);
  for (const double bad : {not_a_number, infinity, -infinity})
    for (std::size_t position = 0; position < 6; ++position) {
      auto a = random_matrix<Format>(random, 2, 3, ranges[0]);
      a.values()[position] = Format::from(bad);
      BOOST_CHECK_EQUAL(frobenius_up(a), infinity);
    }
}

BOOST_AUTO_TEST_CASE(is_infinite_when_the_norm_overflows) {
  BOOST_CHECK_EQUAL(frobenius_up(matrix<double>(2, 1, largest_double)), infinity);
  BOOST_CHECK_EQUAL(frobenius_up(matrix<mp_float>(1, 1, scaled(mp_float(1.0, 64), 5000))), infinity);
}

BOOST_AUTO_TEST_CASE(bounds_numbers_below_binary64) {
  check_norm(matrix<mp_float>(2, 2, scaled(mp_float(1.5, 64), -5000)), false);
}

BOOST_AUTO_TEST_CASE(of_an_interval_matrix_bounds_every_member) {
  const auto interval_of = [](double low, double high) {
    return mp_interval(mp_float(low, 80), mp_float(high, 80), 80);
  };
  matrix<mp_interval> a(1, 2, interval_of(-4, 1));
  a(0, 1) = interval_of(2, 3);
  BOOST_CHECK_EQUAL(frobenius_up(a), 5);
  mpfr_set_inf(&a(0, 1).get()->right, 1);
  BOOST_CHECK_EQUAL(frobenius_up(a), infinity);
  mpfr_set_nan(&a(0, 1).get()->right);
  BOOST_CHECK_EQUAL(frobenius_up(a), infinity);
  mpfr_set_nan(&a(0, 0).get()->left);
  BOOST_CHECK_EQUAL(frobenius_up(a), infinity);
  BOOST_CHECK_EQUAL(frobenius_up(matrix<mp_interval>(0, 3, interval_of(0, 1))), 0);
}

BOOST_AUTO_TEST_CASE(of_an_interval_matrix_is_that_of_its_farthest_member) {
  std::mt19937_64 random(4);
  using format = multiprecision<192>;
  for (const range& r : ranges)
    for (const shape& s : shapes) BOOST_TEST_CONTEXT(r.name << ' ' << s.rows << " x " << s.cols) {
        const auto one = random_matrix<format>(random, s.rows, s.cols, r);
        const auto other = random_matrix<format>(random, s.rows, s.cols, r);
        matrix<mp_interval> a(s.rows, s.cols, mp_interval(0, 192));
        mpq_class square = 0;
        for (std::size_t i = 0; i < a.values().size(); ++i) {
          const mp_float &x = one.values()[i], &y = other.values()[i];
          a.values()[i] = hull(mp_interval(x, 192), mp_interval(y, 192));
          const mpq_class farthest = std::max(mpq_class(abs(rational(x))), mpq_class(abs(rational(y))));
          square += farthest * farthest;
        }
        const double bound = frobenius_up(a);
        BOOST_CHECK(at_least_root(rational(bound), square));
        BOOST_CHECK(tight(bound, root_up(square)));
      }
}

BOOST_AUTO_TEST_SUITE_END()
