// difference: theorem T7 (d), from both sides.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class Format, class T> void check_difference(const ball_matrix<T>& a, const ball_matrix<T>& b) {
  check_difference_with(a, b, test::unit_roundoff<Format>());
}

} // namespace

BOOST_AUTO_TEST_SUITE(ball_difference)

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_the_differences_of_members, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(9);
  for (const range& r : ranges)
    for (const range& other : ranges)
      for (const shape& s : shapes)
        BOOST_TEST_CONTEXT(r.name << " minus " << other.name << ' ' << s.rows << " x " << s.cols) {
          const matrix<T> a = random_matrix<Format>(random, s.rows, s.cols, r);
          const matrix<T> b = random_matrix<Format>(random, s.rows, s.cols, other);
          check_difference<Format>(ball_matrix<T>{a, 0}, ball_matrix<T>{b, 0});
          check_difference<Format>(ball_matrix<T>{a, radius_for(r)}, ball_matrix<T>{b, radius_for(other)});
        }
}

// Two numbers on opposite sides of the same ball: both radii count.
BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_ball_and_itself_is_not_zero, Format, formats) {
  using T = typename Format::scalar;
  const ball_matrix<T> a{matrix<T>(2, 2, Format::from(1.0)), 0.25};
  const ball_matrix<T> c = mixcert::difference(a, a);
  BOOST_CHECK(c.radius >= 0.5);
  BOOST_CHECK(holds_differences(c.midpoint, rational(c.radius), a, a));
}

BOOST_AUTO_TEST_CASE(fails_without_any_one_of_its_terms) {
  const ball_matrix<double> a{matrix<double>(1, 1, 1.0), 0}, b{matrix<double>(1, 1, 0x1.8p-54), 0};
  const matrix<double> midpoint = mixcert::difference(a, b).midpoint;
  BOOST_CHECK(!holds_differences(midpoint, mpq_class(0), a, b));
  const ball_matrix<double> wide{b.midpoint, 0x1p-20};
  BOOST_CHECK(!holds_differences(midpoint, power_of_two(-53), a, wide));
  BOOST_CHECK(!holds_differences(midpoint, power_of_two(-53), wide, a));
}

BOOST_AUTO_TEST_SUITE_END()
