// orthogonality_defect: {V^T V - I}, from both sides.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class T> bool holds_defects(const matrix<T>& midpoint, const mpq_class& radius, const ball_matrix<T>& v) {
  for (const rational_matrix& M : members(v))
    if (!holds(midpoint, radius, gram_minus_identity(M))) return false;
  return true;
}

/// The product's radius and the difference's, one after the other; v is m x n.
template <class Format, class T> mpq_class defect_radius(const ball_matrix<T>& v, const matrix<T>& midpoint) {
  const std::size_t m = v.midpoint.rows(), n = v.midpoint.cols();
  const mpq_class u = unit_roundoff<Format>(), norm = frobenius(rational(v.midpoint)), r = rational(v.radius);
  return gamma(m, u) * norm * norm + static_cast<unsigned long>(m) * eta() * root_of_entries(n, n) + 2 * r * norm +
         r * r + u * frobenius(rational(midpoint)) + eta() * root_of_entries(n, n);
}

template <class Format, class T> void check_defect(const ball_matrix<T>& v) {
  const ball_matrix<T> c = orthogonality_defect(v);
  BOOST_REQUIRE(c.radius < infinity);
  BOOST_CHECK_EQUAL(c.midpoint.rows(), v.midpoint.cols());
  BOOST_CHECK(holds_defects(c.midpoint, rational(c.radius), v));
  BOOST_CHECK(has_radius(c, defect_radius<Format>(v, c.midpoint)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(orthogonality)

BOOST_AUTO_TEST_CASE_TEMPLATE(holds_the_defects_of_members, Format, formats) {
  using T = typename Format::scalar;
  std::mt19937_64 random(10);
  for (const range& r : ranges)
    for (const shape& s : shapes)
      if (s.inner > 0) BOOST_TEST_CONTEXT(r.name << ' ' << s.inner << " x " << s.cols)
  for (const double radius : {0.0, radius_for(r)})
    check_defect<Format>(ball_matrix<T>{random_matrix<Format>(random, s.inner, s.cols, r), radius});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_rotation_is_rounding_only, Format, formats) {
  using T = typename Format::scalar;
  matrix<T> v(2, 2, Format::from(0.6));
  v(0, 1) = Format::from(-0.8);
  v(1, 0) = Format::from(0.8);
  check_defect<Format>(ball_matrix<T>{v, 0});
  check_defect<Format>(ball_matrix<T>{v, 1e-10});
  BOOST_CHECK(frobenius_up(orthogonality_defect(ball_matrix<T>{v, 0})) < 1e-15);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_too_many_columns_is_not_small, Format, formats) {
  using T = typename Format::scalar;
  BOOST_CHECK(frobenius_up(orthogonality_defect(ball_matrix<T>{matrix<T>(1, 2, Format::from(1.0)), 0})) >= 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_no_columns_is_empty, Format, formats) {
  using T = typename Format::scalar;
  BOOST_CHECK(orthogonality_defect(ball_matrix<T>{matrix<T>(3, 0, Format::from(0.0)), 0}).midpoint.values().empty());
}

// Columns without entries are zero vectors: V^T V = 0, and the defect is -I, whatever the radius.
BOOST_AUTO_TEST_CASE_TEMPLATE(of_columns_without_entries_is_minus_the_identity, Format, formats) {
  using T = typename Format::scalar;
  for (const std::size_t n : {std::size_t{1}, std::size_t{4}})
    for (const double radius : {0.0, 0.5, infinity}) {
      const ball_matrix<T> c = orthogonality_defect(ball_matrix<T>{matrix<T>(0, n, Format::from(0.0)), radius});
      BOOST_REQUIRE_EQUAL(c.midpoint.rows(), n);
      BOOST_CHECK_EQUAL(c.radius, 0);
      BOOST_CHECK(rational(c.midpoint).values() == times(mpq_class(-1), rational_identity(n)).values());
    }
}

BOOST_AUTO_TEST_SUITE_END()
