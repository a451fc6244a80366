// Angles to singular vectors that are known exactly (theorem T23).
#include "mixcert/diagnostic/singular_vectors.hpp"
#include "enclosures.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <limits>
#include <random>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using spectrum = std::vector<spectrum_entry<mp_interval>>;

spectrum points(const std::vector<mpq_class>& values) {
  spectrum r;
  for (const mpq_class& x : values) r.push_back({as_interval(x), 1, "core"});
  return r;
}

mp_float nearest(const mpq_class& x) {
  mp_float r(bits);
  mpfr_set_q(r.get(), x.get_mpq_t(), MPFR_RNDN);
  return r;
}

singular_triple triple(const std::vector<mpq_class>& left, const mpq_class& value,
                       const std::vector<mpq_class>& right) {
  singular_triple r{{}, nearest(value), {}};
  for (const mpq_class& x : left) r.left.push_back(nearest(x));
  for (const mpq_class& x : right) r.right.push_back(nearest(x));
  return r;
}

mpq_class inner(const std::vector<mpq_class>& x, const rational_matrix& columns, std::size_t column) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * columns(i, column);
  return sum;
}

/// The square of the sine of the angle between x and the span of the first `count` orthonormal columns.
mpq_class sine_squared(const std::vector<mp_float>& vector, const rational_matrix& columns, std::size_t count) {
  const std::vector<mpq_class> x = rational(vector);
  mpq_class length = 0, along = 0;
  for (const mpq_class& entry : x) length += entry * entry;
  for (std::size_t j = 0; j < count; ++j) along += inner(x, columns, j) * inner(x, columns, j);
  return length == 0 ? length : mpq_class(1 - along / length);
}

bool is_bound(const std::optional<double>& bound, const mpq_class& square) {
  return !bound || rational(*bound) * rational(*bound) >= square;
}

/// I - 2 w w^T / w^T w
rational_matrix reflection(std::size_t n, std::mt19937_64& random) {
  std::vector<mpq_class> w;
  mpq_class length = 0;
  for (std::size_t i = 0; i < n; ++i) {
    w.emplace_back(1 + static_cast<long>(random() % 9));
    length += w.back() * w.back();
  }
  rational_matrix r = rational_identity(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) r(i, j) -= 2 * w[i] * w[j] / length;
  return r;
}

/// M = U diag(sigma) V^T with orthogonal U and V.
struct decomposed {
  rational_matrix U, V, M;
  std::vector<mpq_class> sigma;
};

decomposed random_decomposed(std::size_t m, std::size_t n, std::mt19937_64& random) {
  decomposed r{reflection(m, random), reflection(n, random), {}, {}};
  rational_matrix S = rational_zero(m, n);
  for (std::size_t i = 0; i < std::min(m, n); ++i) r.sigma.emplace_back(static_cast<long>(random() % 64), 8);
  for (mpq_class& x : r.sigma) x.canonicalize();
  std::sort(r.sigma.rbegin(), r.sigma.rend());
  for (std::size_t i = 0; i < r.sigma.size(); ++i) S(i, i) = r.sigma[i];
  r.M = times(times(r.U, S), transpose(r.V));
  return r;
}

/// A combination of the first `count` columns, moved by about `size`.
std::vector<mpq_class> moved(const rational_matrix& columns, const std::vector<mpq_class>& weights,
                             const mpq_class& size, std::mt19937_64& random) {
  std::vector<mpq_class> r;
  for (std::size_t i = 0; i < columns.rows(); ++i) {
    mpq_class x = size * (static_cast<long>(random() % 33) - 16) / 16;
    for (std::size_t j = 0; j < weights.size(); ++j) x += weights[j] * columns(i, j);
    r.push_back(x);
  }
  return r;
}

/// The bounds for M = diag(sigma), m x n, whose singular vectors are unit vectors.
angle_bounds of_diagonal(const singular_triple& t, const std::vector<mpq_class>& sigma, std::size_t count = 1) {
  rational_matrix M = rational_zero(t.left.size(), t.right.size());
  for (std::size_t i = 0; i < sigma.size(); ++i) M(i, i) = sigma[i];
  return bound_top_angles(t, as_intervals(M), points(sigma), count);
}

} // namespace

BOOST_AUTO_TEST_SUITE(singular_vectors)

BOOST_AUTO_TEST_CASE(angles_are_bounded) {
  std::mt19937_64 random(93);
  std::size_t bounded = 0, sharp = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::size_t m = 1 + random() % 4, n = 1 + random() % 4;
    const decomposed d = random_decomposed(m, n, random);
    const std::size_t count = 1 + random() % d.sigma.size();
    const mpq_class size = power_of_two(-static_cast<long>(random() % 5) * 20);
    std::vector<mpq_class> weights;
    for (std::size_t j = 0; j < count; ++j) weights.emplace_back(1 + static_cast<long>(random() % 3));
    const singular_triple t =
        triple(moved(d.U, weights, size, random), d.sigma[random() % count] + size, moved(d.V, weights, size, random));
    const angle_bounds found = bound_top_angles(t, as_intervals(d.M), points(d.sigma), count);
    const mpq_class left = sine_squared(t.left, d.U, count), right = sine_squared(t.right, d.V, count);
    BOOST_TEST(is_bound(found.left, left));
    BOOST_TEST(is_bound(found.right, right));
    bounded += found.left && found.right ? 1 : 0;
    sharp += count == 1 && found.right && *found.right < 1e-10 ? 1 : 0;
  }
  BOOST_TEST(bounded > 500u);
  BOOST_TEST(sharp > 100u);
}

// diag(1, 1 - 2^-10) and a vector far off, with residuals of sqrt(2) 2^-10 3/5: divided by 1 and not by the gap they
// would be far below 3/5.
BOOST_AUTO_TEST_CASE(the_gap_counts) {
  const std::vector<mpq_class> x{mpq_class(4, 5), mpq_class(3, 5)}, sigma{1, 1 - power_of_two(-10)};
  const angle_bounds found = of_diagonal(triple(x, 1, x), sigma);
  BOOST_REQUIRE((found.left && found.right));
  for (const double bound : {*found.left, *found.right}) {
    BOOST_TEST(bound >= 0.6);
    BOOST_TEST(bound <= 0.6 * 1.41422);
  }
  BOOST_TEST(!of_diagonal(triple(x, 1, x), {1, 1}).left);                             // no gap
  BOOST_TEST(!of_diagonal(triple(x, mpq_class(1, 2), x), {1, mpq_class(3, 4)}).left); // a value below the next one
}

// diag(1, 1/2). With u = M v the first residual is zero, with v = M^T u the second: the other one alone bounds.
BOOST_AUTO_TEST_CASE(each_residual_counts) {
  const mpq_class half(1, 2);
  const std::vector<mpq_class> x{mpq_class(4, 5), mpq_class(3, 5)}, image{mpq_class(4, 5), mpq_class(3, 10)};
  const angle_bounds right = of_diagonal(triple(image, 1, x), {1, half}),
                     left = of_diagonal(triple(x, 1, image), {1, half});
  BOOST_REQUIRE((right.right && left.left));
  for (const double bound : {*right.right, *left.left}) {
    BOOST_TEST(bound >= 0.6); // of 9/20 over the gap
    BOOST_TEST(bound <= 0.9 + 1e-12);
  }
}

// The same vectors at an eighth of their length have an eighth of the residual and the same angles.
BOOST_AUTO_TEST_CASE(lengths_count) {
  const mpq_class tenth(1, 10), half(1, 2), eighth(1, 8);
  const std::vector<mpq_class> x{mpq_class(4, 5), mpq_class(3, 5)}, y{x[0] * eighth, x[1] * eighth};
  const angle_bounds found = of_diagonal(triple(x, 1, x), {1, half}), shorter = of_diagonal(triple(y, 1, y), {1, half});
  BOOST_REQUIRE((found.left && found.right && shorter.left && shorter.right));
  BOOST_TEST(std::abs(*found.left - *shorter.left) < 1e-12);
  BOOST_TEST(*shorter.left >= 0.6);
  BOOST_TEST(*shorter.right >= 0.6);
}

// (1, 0)^T, one value: the left vector may be off it although no other singular value is there, the right one cannot.
BOOST_AUTO_TEST_CASE(zeros_beside_a_matrix_that_is_not_square_count) {
  const std::vector<mpq_class> x{mpq_class(4, 5), mpq_class(3, 5)};
  const angle_bounds tall = of_diagonal(triple(x, 1, {1}), {1}), wide = of_diagonal(triple({1}, 1, x), {1});
  BOOST_REQUIRE((tall.left && wide.right));
  BOOST_TEST(*tall.left >= 0.6);
  BOOST_TEST(*wide.right >= 0.6);
  const angle_bounds whole = of_diagonal(triple(x, 5, x), {3, 2}, 2);
  BOOST_TEST((whole.left == 0.0 && whole.right == 0.0));
}

// diag(2, 1): equality in the sum of squares, for any vector.
BOOST_AUTO_TEST_CASE(the_bound_is_reached) {
  const std::vector<mpq_class> x{mpq_class(40, 41), mpq_class(9, 41)};
  const angle_bounds found = of_diagonal(triple(x, 2, x), {2, 1});
  BOOST_REQUIRE((found.left && found.right));
  const double sum = *found.left * *found.left; // each is the whole of rho / delta
  BOOST_TEST(std::abs(sum - 2 * (9.0 / 41) * (9.0 / 41)) < 1e-12);
}

// Two equal largest values: no line, but a plane.
BOOST_AUTO_TEST_CASE(clusters) {
  const std::vector<mpq_class> x{mpq_class(3, 5), mpq_class(4, 5), power_of_two(-60)};
  BOOST_TEST(!of_diagonal(triple(x, 2, x), {2, 2, 1}).left);
  const angle_bounds plane = of_diagonal(triple(x, 2, x), {2, 2, 1}, 2);
  BOOST_REQUIRE((plane.left && plane.right));
  BOOST_TEST(*plane.left >= 0x1p-60);
  BOOST_TEST(*plane.left <= 0x1.7p-60);
}

// Every member of a matrix, by its widest.
BOOST_AUTO_TEST_CASE(all_members) {
  const mpq_class r = power_of_two(-8);
  matrix<mp_interval> M = as_intervals(rational_diagonal({2, 1}));
  M(0, 1) = M(1, 0) = as_interval(-r, r);
  const spectrum s{{as_interval(2, 2 + r), 1, "core"}, {as_interval(1 - r, 1), 1, "core"}};
  const angle_bounds found = bound_top_angles(triple({1, 0}, 2, {1, 0}), M, s);
  BOOST_REQUIRE((found.left && found.right));
  // [2 r; r 1] has the vector (1, t) with r t^2 + t - r = 0: t > r - r^3.
  const mpq_class t = r - r * r * r, square = t * t / (1 + t * t);
  BOOST_TEST((is_bound(found.left, square) && is_bound(found.right, square)));
}

BOOST_AUTO_TEST_CASE(triples_of_a_decomposition) {
  std::mt19937_64 random(94);
  const decomposed d{reflection(4, random), reflection(3, random), {}, {3, 2, 1}};
  rational_matrix S = rational_zero(4, 3);
  for (std::size_t i = 0; i < 3; ++i) S(i, i) = d.sigma[i];
  const matrix<mp_interval> M = as_intervals(times(times(d.U, S), transpose(d.V)));
  const verified_svd svd = decompose(map(M, [](const mp_interval& x) { return midpoint(x, bits); }), {});
  const singular_triple t = triple_of(svd.factors, 0);
  const angle_bounds found = bound_top_angles(t, M, points(d.sigma));
  BOOST_REQUIRE((found.left && found.right));
  BOOST_TEST(*found.left < 1e-30);
  BOOST_TEST(*found.right < 1e-30);
  BOOST_TEST(is_bound(found.left, sine_squared(t.left, d.U, 1)));
  BOOST_TEST(is_bound(found.right, sine_squared(t.right, d.V, 1)));
  const singular_triple second = triple_of(svd.factors, 1);
  BOOST_TEST(!bound_top_angles(second, M, points(d.sigma)).left);
  BOOST_TEST(bound_top_angles(second, M, points(d.sigma), 2).left.has_value());
}

BOOST_AUTO_TEST_CASE(refusals) {
  const matrix<mp_interval> I = as_intervals(rational_identity(2));
  const singular_triple t = triple({1, 0}, 1, {1, 0});
  const spectrum s = points({1, mpq_class(1, 2)});
  BOOST_CHECK_THROW(bound_top_angles(t, I, s, 0), std::invalid_argument);
  BOOST_CHECK_THROW(bound_top_angles(t, I, s, 3), std::invalid_argument);
  BOOST_CHECK_THROW(bound_top_angles(t, I, points({1}), 1), std::invalid_argument);
  BOOST_CHECK_THROW(bound_top_angles(t, as_intervals(rational_identity(3)), s, 1), std::invalid_argument);
  BOOST_CHECK_THROW(bound_top_angles(triple({1, 0}, -1, {1, 0}), I, s, 1), std::invalid_argument);
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    matrix<mp_interval> M = I;
    M(0, 1) = mp_interval(bad, bits);
    BOOST_TEST(!bound_top_angles(t, M, s).left);
    const spectrum unbounded{{as_interval(2), 1, "core"}, {mp_interval(bad, bits), 1, "core"}};
    BOOST_TEST(!bound_top_angles(t, I, unbounded).right);
  }
  BOOST_TEST(!bound_top_angles(triple({0, 0}, 1, {1, 0}), I, s).left); // a vector without direction
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
