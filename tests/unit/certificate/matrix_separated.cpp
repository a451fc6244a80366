// The claim of separated groups in a matrix certificate: its bounds, and the ends that follow, in rationals.
#include "certified.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "support/exact.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

constexpr mpfr_prec_t bits = 900;

const claim& claim_of_type(const matrix_certificate& c, std::string_view type) {
  return *std::find_if(c.claims.begin(), c.claims.end(), [&](const claim& x) { return x.type == type; });
}

rational_matrix witness(const claim& c, const char* name) { return rational(from_dyadic(c.matrices.at(name), bits)); }

rational_matrix some_columns(const rational_matrix& a, std::size_t first, std::size_t count) {
  rational_matrix r = rational_zero(a.rows(), count);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) r(i, j) = a(i, first + j);
  return r;
}

bool close(const mpq_class& bound, const mpq_class& exact) {
  return bound >= exact && bound <= exact * (1 + power_of_two(-36)) + power_of_two(-1000);
}

/// Full columns times powers of 2^-step: values far below the first one.
matrix<double> graded(std::size_t rows, std::size_t cols, int step, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  matrix<double> a(rows, cols, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) a(i, j) = std::ldexp(entry(random), -step * static_cast<int>(j));
  return a;
}

struct group_bounds {
  mpq_class r, o;
  std::vector<mpq_class> diagonal;
};

group_bounds bounds_of(const rational_matrix& A, const claim& svd, std::size_t first, std::size_t count) {
  const rational_matrix U = some_columns(witness(svd, "U"), first, count),
                        V = some_columns(witness(svd, "V"), first, count);
  rational_matrix S = rational_zero(count, count);
  for (std::size_t j = 0; j < count; ++j) S(j, j) = witness(svd, "sigma")(first + j, 0);
  const rational_matrix E = minus(times(A, V), times(U, S)), F = minus(times(transpose(A), U), times(V, S));
  rational_matrix M = times(transpose(U), times(A, V));
  M = times(mpq_class(1, 2), minus(M, times(mpq_class(-1), transpose(M))));
  group_bounds b{root_up((frobenius_squared(E) + frobenius_squared(F)) / 2), 0, {}};
  for (std::size_t j = 0; j < count; ++j) {
    b.diagonal.push_back(M(j, j));
    M(j, j) = 0;
  }
  b.o = frobenius(M);
  std::sort(b.diagonal.rbegin(), b.diagonal.rend());
  return b;
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_separated)

BOOST_AUTO_TEST_CASE(bounds_and_ends_follow_from_the_witnesses) {
  for (const auto& [rows, cols] : {std::pair{4, 4}, std::pair{6, 4}}) {
    const matrix<double> a = graded(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), 30, 5);
    const matrix_certificate c = certify_matrix({a, {}}, 0);
    const claim &svd = claim_of_type(c, "svd"), &separated = claim_of_type(c, "separated");
    const mpq_class scale = power_of_two(-svd.integers.at("exponent").front());
    const rational_matrix A = times(scale, rational(a));
    const mpq_class omega = (mpq_class(svd.bounds.at("f")) + mpq_class(svd.bounds.at("g"))) / 2;
    const std::vector<long>&first = separated.integers.at("first"), &count = separated.integers.at("count");
    BOOST_TEST_REQUIRE(first.size() == 1U); // 2^-90: one value is neither large nor beyond reach
    BOOST_TEST_REQUIRE((first[0] == 3 && count[0] == 1));
    const group_bounds exact = bounds_of(A, svd, 3, 1);
    BOOST_TEST(close(witness(separated, "r")(0, 0), exact.r));
    BOOST_TEST((witness(separated, "o")(0, 0) >= exact.o));
    BOOST_TEST((witness(separated, "o")(0, 0) <= power_of_two(-370)));
    // (c) itself, with its gap: the value before is far above, and the value is about 2^-90.
    const mpq_class r = witness(separated, "r")(0, 0) * (1 + omega), value = exact.diagonal[0];
    const mpq_class gap = (rows == cols ? 2 : 1) * value * (1 - power_of_two(-20));
    BOOST_TEST_REQUIRE((gap > 3 * r));
    const mpq_class error = r * r / (gap - 3 * r) + witness(separated, "o")(0, 0) + 2 * omega * value;
    const mpq_class lo(c.spectrum[3].lower()), hi(c.spectrum[3].upper());
    BOOST_TEST((lo * scale <= value - error && value + error <= hi * scale));
    BOOST_TEST((hi - lo <= hi * power_of_two(-51)));
  }
}

BOOST_AUTO_TEST_CASE(is_absent_where_nothing_is_wide) {
  const matrix_certificate c = certify_matrix({graded(4, 4, 3, 6), {}}, 0);
  BOOST_TEST(c.claims.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_ball_is_as_wide_as_it_is) {
  const matrix<double> a = graded(4, 4, 30, 7);
  const matrix_certificate c = certify_matrix({a, map(a, [](double x) { return std::fabs(x) * 0x1p-40; })}, 0);
  BOOST_TEST(c.claims.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
