// product_with_diagonal: the last line of theorem T7 (b), from both sides.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class Format, class T> void check(const ball_matrix<T>& a, const std::vector<T>& d) {
  check_scaled_with(a, d, test::unit_roundoff<Format>());
}

} // namespace

BOOST_AUTO_TEST_SUITE(product_with_a_diagonal)

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_the_products_of_members, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(11);
  for (const range& r : ranges)
    for (const range& other : ranges)
      for (const shape& s : shapes)
        BOOST_TEST_CONTEXT(r.name << " times " << other.name << ' ' << s.rows << " x " << s.cols)
  for (const double radius : {0.0, radius_for(r)}) {
    const std::vector<T> d = random_matrix<Format>(random, 1, s.cols, other).values();
    check<Format>(ball_matrix<T>{random_matrix<Format>(random, s.rows, s.cols, r), radius}, d);
  }
}

// Each product is just below half the least number and becomes 0.
BOOST_AUTO_TEST_CASE(holds_where_every_product_is_lost) {
  const double x = 0x1.6ap-538;
  check<binary64>(ball_matrix<double>{matrix<double>(6, 6, x), 0}, std::vector<double>(6, x));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fails_without_any_one_of_its_terms, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(12);
  const auto holds_without = [](const ball_matrix<T>& a, const std::vector<T>& d, without skip) {
    return holds_scaled(product_with_diagonal(a, d).midpoint, scaled_radius(a, d, test::unit_roundoff<Format>(), skip),
                        a, d);
  };
  const ball_matrix<T> a{random_matrix<Format>(random, 4, 3, ranges[0]), 0}, wide{a.midpoint, 0x1p-20};
  const std::vector<T> d = random_matrix<Format>(random, 1, 3, ranges[0]).values();
  BOOST_CHECK(holds_without(a, d, {}) && holds_without(wide, d, {}));
  BOOST_CHECK(!holds_without(a, d, {.rounding = true}));
  BOOST_CHECK(!holds_without(wide, d, {.radius = true}));
  if constexpr (std::is_same_v<T, double>) {
    const ball_matrix<double> tiny{matrix<double>(2, 2, 0x1.38p-537), 0};
    BOOST_CHECK(holds_without(tiny, {0x1.38p-537, 1e-170}, {}));
    BOOST_CHECK(!holds_without(tiny, {0x1.38p-537, 1e-170}, {.underflow = true}));
  }
}

BOOST_AUTO_TEST_SUITE_END()
