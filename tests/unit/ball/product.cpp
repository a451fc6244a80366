// product: theorem T7 (a) to (c), from both sides.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class Format, class T> void check_product(const ball_matrix<T>& a, const ball_matrix<T>& b) {
  check_product_with(a, b, test::unit_roundoff<Format>());
}

} // namespace

BOOST_AUTO_TEST_SUITE(ball_product)

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_the_products_of_members, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(5);
  for (const range& r : ranges)
    for (const shape& s : shapes)
      for (const bool points : {true, false})
        BOOST_TEST_CONTEXT(r.name << ' ' << s.rows << " x " << s.inner << " x " << s.cols
                                  << (points ? " points" : "")) {
          const double radius = points ? 0 : radius_for(r);
          check_product<Format>(ball_matrix<T>{random_matrix<Format>(random, s.rows, s.inner, r), radius},
                                ball_matrix<T>{random_matrix<Format>(random, s.inner, s.cols, r), radius / 3});
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_products_of_different_sizes, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(6);
  const range big{"big", 498, 500}, small{"small", -500, -498};
  for (const auto& [left, right] : {std::pair{big, small}, std::pair{small, big}, std::pair{ranges[0], ranges[4]}})
    check_product<Format>(ball_matrix<T>{random_matrix<Format>(random, 3, 4, left), radius_for(left)},
                          ball_matrix<T>{random_matrix<Format>(random, 4, 2, right), radius_for(right)});
}

// The products underflow in binary64, and no relative bound holds.
BOOST_AUTO_TEST_CASE_TEMPLATE(holds_products_below_the_least_number, Format, formats) {
  using T = typename Format::scalar;
  for (const double unit : {1e-170, 0x1.3p-537, 0x1.38p-537, 0x1p-540}) {
    matrix<T> a(2, 2, Format::from(0.0));
    for (std::size_t i = 0; i < 4; ++i) a.values()[i] = Format::from(unit * static_cast<double>(i + 1));
    check_product<Format>(ball_matrix<T>{a, 0}, ball_matrix<T>{a, 0});
    check_product<Format>(ball_matrix<T>{a, 0x1p-1074}, ball_matrix<T>{a, unit});
  }
}

// Each product is just below half the least number and becomes 0: nearly half of k eta in every entry.
BOOST_AUTO_TEST_CASE(holds_where_every_product_is_lost) {
  const double x = 0x1.6ap-538;
  const matrix<double> a(3, 16, x), b(16, 3, x);
  check_product<binary64>(ball_matrix<double>{a, 0}, ball_matrix<double>{b, 0});
  BOOST_CHECK(frobenius(times(rational(a), rational(b))) > mpq_class(3 * 16) * eta() * mpq_class(49, 100));
}

// Every rounding goes down and loses nearly u: gamma_k |x| |y| is nearly attained, and no smaller factor would do.
BOOST_AUTO_TEST_CASE_TEMPLATE(holds_where_the_bound_is_nearly_attained, Format, formats) {
  using T = typename Format::scalar;
  constexpr std::size_t k = 4;
  const mpq_class u = unit_roundoff<Format>();
  mp_float root(256); // its square is nearly u
  mpfr_set_q(root.get(), mpq_class(u * mpq_class(99, 100)).get_mpq_t(), MPFR_RNDN);
  mpfr_sqrt(root.get(), root.get(), MPFR_RNDN);
  matrix<T> x(1, k, Format::from(root));
  x(0, 0) = Format::from(1.0) + x(0, 0); // (1 + root)^2 loses root^2
  const ball_matrix<T> row{x, 0}, column{transpose(x), 0};
  check_product<Format>(row, column);
  const rational_matrix error =
      minus(times(rational(x), rational(column.midpoint)), rational(mixcert::product(row, column).midpoint));
  BOOST_CHECK(error(0, 0) > gamma(k - 1, u) * frobenius_squared(rational(x)));
}

BOOST_AUTO_TEST_CASE(holds_cancelling_sums) {
  const ball_matrix<double> a{matrix<double>(1, 3, {0x1p53, 1, -0x1p53}), 0}, ones{matrix<double>(3, 1, 1.0), 0};
  check_product<binary64>(a, ones);
  BOOST_CHECK_EQUAL(mixcert::product(a, ones).midpoint(0, 0), 0); // the true product is 1
}

BOOST_AUTO_TEST_CASE_TEMPLATE(has_exact_midpoints_of_integers, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(7);
  matrix<T> a(6, 9, Format::from(0.0)), b(9, 5, Format::from(0.0));
  for (matrix<T>* x : {&a, &b})
    for (T& entry : x->values()) entry = Format::from(static_cast<double>(random() % 2'000'001) - 1e6);
  const matrix<T> midpoint = mixcert::product(ball_matrix<T>{a, 0}, ball_matrix<T>{b, 0}).midpoint;
  BOOST_CHECK(frobenius_squared(minus(rational(midpoint), times(rational(a), rational(b)))) == 0);
}

// Where blocks are added before they are multiplied (Strassen, Winograd), a small one drowns in a large one, and a
// bound entry by entry is false. A product in fewer places than the format has would lose the ulp.
BOOST_AUTO_TEST_CASE_TEMPLATE(of_blocks_of_different_size_has_every_entry, Format, formats) {
  using T = typename Format::scalar;
  for (const std::size_t n : {2U, 8U, 64U}) {
    matrix<T> a(n, n, Format::from(0.0)), b = a;
    const mp_float ulp = mp_float(1.0, 256) + scaled(mp_float(1.0, 256), 1 - Format::places);
    for (std::size_t i = 0; i < n; ++i) {
      a(i, i) = Format::from(i < n / 2 ? 1 : 0x1p-30);
      b(i, i) = Format::from(i < n / 2 ? ulp : scaled(ulp, -30));
    }
    const rational_matrix exact = times(rational(a), rational(b));
    for (const auto& [left, right] : {std::pair{a, b}, std::pair{b, a}}) {
      const matrix<T> c = mixcert::product(ball_matrix<T>{left, 0}, ball_matrix<T>{right, 0}).midpoint;
      BOOST_TEST((rational(c).values() == exact.values()), "order " << n);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fails_without_any_one_of_its_terms, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(8);
  const auto holds_without = [](const ball_matrix<T>& a, const ball_matrix<T>& b, without skip) {
    return holds_products(mixcert::product(a, b).midpoint, product_radius(a, b, test::unit_roundoff<Format>(), skip), a,
                          b);
  };
  const ball_matrix<T> a{random_matrix<Format>(random, 4, 4, ranges[0]), 0}, wide{a.midpoint, 0x1p-20};
  BOOST_CHECK(holds_without(a, a, {}) && holds_without(wide, a, {}) && holds_without(a, wide, {}));
  BOOST_CHECK(!holds_without(a, a, {.rounding = true}));
  BOOST_CHECK(!holds_without(wide, a, {.radius = true}));
  BOOST_CHECK(!holds_without(a, wide, {.radius = true}));
  if constexpr (std::is_same_v<T, double>) {
    for (const double x : {1e-170, 0x1.38p-537}) {
      const ball_matrix<double> tiny{matrix<double>(8, 8, x), 0};
      BOOST_CHECK(holds_without(tiny, tiny, {}));
      BOOST_CHECK(!holds_without(tiny, tiny, {.underflow = true}));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
