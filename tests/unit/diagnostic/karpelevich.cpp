// The regions of eigenvalues of stochastic matrices of order 3 and 4.
#include "mixcert/diagnostic/karpelevich.hpp"

#include "mixcert/spectrum/eigenvalues.hpp"
#include "support/exact.hpp"
#include "support/refusal.hpp"

#include <limits>
#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t bits = 256;

mp_interval number(double x) { return {x, bits}; }
complex_interval point(double x, double y) { return {number(x), number(y)}; }
complex_interval rectangle(double x0, double x1, double y0, double y1) {
  return {hull(number(x0), number(x1)), hull(number(y0), number(y1))};
}
complex_interval scaled_by(const mp_interval& factor, const complex_interval& z) {
  return {factor * z.re, factor * z.im};
}

std::vector<eigenvalue_group> eigenvalues_of(const rational_matrix& a) {
  return enclose_eigenvalues(map(a,
                                 [](const mpq_class& x) {
                                   mp_float lower(512), upper(512);
                                   mpfr_set_q(lower.get(), x.get_mpq_t(), MPFR_RNDD);
                                   mpfr_set_q(upper.get(), x.get_mpq_t(), MPFR_RNDU);
                                   return mp_interval(lower, upper, 512);
                                 }),
                             256);
}

/// Stochastic, with eigenvalues on the arcs of order 4: l^4 - s l - (1 - s), and (l^2 - s)^2 = (1 - s)^2 l.
rational_matrix on_middle_arc(const mpq_class& s) {
  return {4, 4, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1 - s, s, 0, 0}};
}
rational_matrix on_last_arc(const mpq_class& s) {
  return {4, 4, {0, 1, 0, 0, s, 0, 0, 1 - s, 0, 0, 0, 1, 1 - s, 0, s, 0}};
}
/// s I + (1 - s) times the cycle: on the chord from 1 to the first n-th root of unity.
rational_matrix on_first_chord(const mpq_class& s, std::size_t n) {
  rational_matrix a = rational_zero(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    a(i, i) += s;
    a(i, (i + 1) % n) += 1 - s;
  }
  return a;
}
/// l^3 - s l - (1 - s): on the side of the triangle at x = -1/2 if 4 s < 3.
rational_matrix on_left_side(const mpq_class& s) { return {3, 3, {0, 1, 0, 0, 0, 1, 1 - s, s, 0}}; }

/// The pair that is nearest to the boundary is on it: moved in along the ray to 0 it is inside, moved out it is not.
void check_on_boundary(const rational_matrix& a, const char* name) {
  const mp_interval in(1 - 0x1p-40, bits), out(1 + 0x1p-40, bits);
  int on_boundary = 0;
  for (const auto& [value, count, kind] : eigenvalues_of(a))
    if (kind == eigenvalue_kind::conjugate) {
      BOOST_CHECK(karpelevich_membership(value, a.rows()) != membership::no);
      BOOST_CHECK(karpelevich_membership(scaled_by(in, value), a.rows()) == membership::yes);
      for (const complex_interval& z : {scaled_by(out, value), conj(scaled_by(out, value))})
        on_boundary += karpelevich_membership(z, a.rows()) == membership::no ? 1 : 0;
    }
  BOOST_CHECK_MESSAGE(on_boundary >= 2, name);
}

/// Rows with random zeros that sum to 1.
rational_matrix random_stochastic(std::size_t n, std::mt19937_64& random) {
  rational_matrix a = rational_zero(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    mpq_class sum = 0;
    while (sum == 0)
      for (std::size_t j = 0; j < n; ++j) {
        a(i, j) = random() % 3 == 0 ? static_cast<long>(random() % 64) : 0;
        sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += a(i, k);
      }
    for (std::size_t j = 0; j < n; ++j) a(i, j) /= sum;
  }
  return a;
}

} // namespace

BOOST_AUTO_TEST_SUITE(karpelevich)

BOOST_AUTO_TEST_CASE(boundary_is_where_the_extreme_matrices_are) {
  for (const mpq_class& s : {mpq_class(1, 100), mpq_class(1, 7), mpq_class(1, 3), mpq_class(1, 2), mpq_class(2, 3),
                             mpq_class(5, 6), mpq_class(99, 100)}) {
    check_on_boundary(on_middle_arc(s), "middle arc");
    check_on_boundary(on_last_arc(s), "last arc");
    check_on_boundary(on_first_chord(s, 3), "chord, order 3");
    check_on_boundary(on_first_chord(s, 4), "chord, order 4");
  }
  for (const mpq_class& s : {mpq_class(1, 100), mpq_class(1, 3), mpq_class(74, 100)})
    check_on_boundary(on_left_side(s), "left side");
}

BOOST_AUTO_TEST_CASE(no_eigenvalue_of_a_stochastic_matrix_is_outside) {
  std::mt19937_64 random(101);
  int inside = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t n = 3 + random() % 2;
    for (const auto& [value, count, kind] : eigenvalues_of(random_stochastic(n, random))) {
      const membership found = karpelevich_membership(value, n);
      BOOST_CHECK(found != membership::no);
      inside += kind == eigenvalue_kind::conjugate && found == membership::yes ? 1 : 0;
    }
  }
  BOOST_TEST(inside > 100);
}

BOOST_AUTO_TEST_CASE(of_points) {
  struct example {
    double x, y;
    membership three, four;
  };
  using enum membership;
  for (const example& e :
       {example{1, 0, yes, yes}, {-1, 0, yes, yes},    {-0.75, 0, yes, yes},   {1.0625, 0, no, no},
        {-1.0625, 0, no, no},    {0, 0, yes, yes},     {0, 1, no, yes},        {0, 1.0078125, no, no},
        {0, 0.57, yes, yes},     {0, 0.58, no, yes},   {0.5, 0.5, no, yes},    {0.5, 0.51, no, no},
        {-0.5, 0.86, yes, yes},  {-0.5, 0.87, no, no}, {-0.51, 0.01, no, yes}, {-0.75, 0.25, no, yes},
        {-0.75, 0.26, no, no},   {-0.9, 0.44, no, no}, {-0.25, 0.83, no, no},  {-0.25, 0.82, no, yes}})
    for (const int sign : {1, -1}) {
      BOOST_CHECK_MESSAGE(karpelevich_membership(point(e.x, sign * e.y), 3) == e.three, e.x << ' ' << e.y);
      BOOST_CHECK_MESSAGE(karpelevich_membership(point(e.x, sign * e.y), 4) == e.four, e.x << ' ' << e.y);
    }
}

// The boundary of order 4 is lowest at x = -1/3, sqrt(2/3) = 0.8165: 0.82 is below it at both ends of [-1/2, 0].
BOOST_AUTO_TEST_CASE(of_rectangles_that_stand_out_between_their_corners) {
  BOOST_CHECK(karpelevich_membership(point(-0.5, 0.82), 4) == membership::yes);
  BOOST_CHECK(karpelevich_membership(point(0, 0.82), 4) == membership::yes);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, 0, 0.82, 0.82), 4) == membership::undecided);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, 0, -0.82, 0.1), 4) == membership::undecided);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, 0, -0.81, 0.81), 4) == membership::yes);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, 0, 1.01, 1.2), 4) == membership::no);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, -0.3, 0.87, 1.2), 4) == membership::no);
  BOOST_CHECK(karpelevich_membership(rectangle(-0.5, -0.3, 0.86, 1.2), 4) == membership::undecided);
}

// Each answer about a rectangle holds for a grid of its points.
BOOST_AUTO_TEST_CASE(of_rectangles_is_that_of_their_points) {
  std::mt19937_64 random(102);
  std::uniform_real_distribution<double> place(-1.2, 1.2), size(0, 0.4);
  int yes = 0, no = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const double x = place(random), y = place(random), w = size(random), h = size(random);
    const std::size_t n = 3 + random() % 2;
    const membership found = karpelevich_membership(rectangle(x, x + w, y, y + h), n);
    yes += found == membership::yes ? 1 : 0;
    no += found == membership::no ? 1 : 0;
    bool all_inside = true, all_outside = true;
    for (int i = 0; i <= 16; ++i)
      for (int j = 0; j <= 16; ++j) {
        const membership there = karpelevich_membership(point(x + w * i / 16, y + h * j / 16), n);
        all_inside = all_inside && there != membership::no;
        all_outside = all_outside && there != membership::yes;
      }
    if (found == membership::yes) BOOST_CHECK(all_inside);
    if (found == membership::no) BOOST_CHECK(all_outside);
    if (found == membership::undecided) BOOST_CHECK(w * h > 0);
  }
  BOOST_TEST(yes > 100);
  BOOST_TEST(no > 100);
}

BOOST_AUTO_TEST_CASE(of_order_three_has_a_segment_to_minus_one) {
  BOOST_CHECK(karpelevich_membership(rectangle(-1, 1, 0, 0), 3) == membership::yes);
  BOOST_CHECK(karpelevich_membership(rectangle(-1, -0.75, 0, 0x1p-100), 3) == membership::undecided);
  BOOST_CHECK(karpelevich_membership(rectangle(-1, -0.75, 0x1p-101, 0x1p-100), 3) == membership::no);
  BOOST_CHECK(karpelevich_membership(rectangle(-1.5, -0.75, 0, 0), 3) == membership::undecided);
}

BOOST_AUTO_TEST_CASE(of_other_orders_is_refused) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{2}, std::size_t{5}})
    check_refused([&] { karpelevich_membership(point(0, 0), n); }, {"n = " + std::to_string(n)});
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    for (const std::size_t n : {std::size_t{3}, std::size_t{4}}) {
      BOOST_CHECK(karpelevich_membership(point(bad, 0), n) == membership::undecided);
      BOOST_CHECK(karpelevich_membership(point(0, bad), n) == membership::undecided);
    }
}

BOOST_AUTO_TEST_SUITE_END()
