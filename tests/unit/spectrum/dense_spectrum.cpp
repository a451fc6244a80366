// All singular values of dense matrices of double-double numbers (theorem T22 d), against a decomposition with many
// more places.
#include "mixcert/spectrum/dense_spectrum.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t bits = 144;

/// I - 2 v v^T / v^T v for a vector of small integers.
rational_matrix reflection(std::mt19937_64& random, std::size_t n) {
  std::vector<mpq_class> v(n);
  mpq_class square = 0;
  for (mpq_class& x : v) {
    x = static_cast<long>(random() % 9) + 1;
    square += x * x;
  }
  rational_matrix q = rational_identity(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) q(i, j) -= 2 * v[i] * v[j] / square;
  return q;
}

struct example {
  std::string name;
  double_double_matrix A;
  double places; ///< of the norm, that the widest enclosure gives at least
};

double_double_matrix with_values(std::mt19937_64& random, const std::vector<mpq_class>& sigma) {
  const std::size_t n = sigma.size();
  const rational_matrix left = reflection(random, n), right = reflection(random, n);
  double_double_matrix A = nearest_double_doubles(times(left, times(rational_diagonal(sigma), right)));
  const double norm = frobenius_up(A);
  if (norm > 0) scale(A, -std::ilogb(norm) - 2);
  return A;
}

std::vector<example> examples(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<example> r;
  const auto values = [&](const auto& f) {
    std::vector<mpq_class> sigma;
    for (std::size_t i = 0; i < n; ++i) sigma.push_back(f(static_cast<long>(i)));
    return sigma;
  };
  const auto add = [&](const char* name, const auto& f) { r.push_back({name, with_values(random, values(f)), 80}); };
  double_double_matrix any = random_double_doubles(random, n, n, 0);
  scale(any, -std::ilogb(frobenius_up(any)) - 2);
  r.push_back({"random", any, 80});
  const mpq_class near = mpq_class(1) / mpz_class("1000000000000000000");
  add("values 1e-18 apart", [&](long i) { return mpq_class(1 - i * near); });
  add("groups 1e-18 apart", [&](long i) { return mpq_class(mpq_class(1) / (1 + i / 4) - (i % 4) * near); });
  add("multiple values", [](long i) { return mpq_class(i % 3 == 0 ? 1 : 2); });
  add("a third of the rank", [](long i) { return i % 3 == 0 ? mpq_class(i + 1) : mpq_class(0); });
  r.push_back({"graded", with_values(random, values([](long i) { return power_of_two(-3 * i); })), 70});
  add("close to zero", [](long i) { return i == 0 ? mpq_class(1) : power_of_two(-90) * i; });
  double_double_matrix identity(n, n), tiny = any, zero(n, n);
  for (std::size_t i = 0; i < n; ++i) identity.high(i, i) = std::ldexp(1.0, -8);
  r.push_back({"multiple of the identity", identity, 80});
  scale(tiny, -70);
  r.push_back({"a norm of 2^-71", tiny, 10});
  r.push_back({"zero", zero, 1000});
  return r;
}

std::vector<mp_interval> reference(const double_double_matrix& A) {
  constexpr mpfr_prec_t many = 400;
  matrix<mp_interval> M(A.rows(), A.cols(), mp_interval(0, many));
  for (std::size_t at = 0; at < M.values().size(); ++at)
    M.values()[at] = mp_interval(A.high.values()[at], many) + mp_interval(A.low.values()[at], many);
  return enclose_singular_values(M, {180, 376, many});
}

/// Whether the value that `exact` holds may lie in x. They are so narrow that it does.
bool meet(const mp_interval& x, const mp_interval& exact) {
  return mpfr_lessequal_p(x.lower(), exact.upper()) != 0 && mpfr_lessequal_p(exact.lower(), x.upper()) != 0;
}

bool all_meet(const std::vector<mp_interval>& found, const std::vector<mp_interval>& exact) {
  if (found.size() != exact.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!meet(found[i], exact[i])) return false;
  return true;
}

double widest(const std::vector<mp_interval>& enclosures) {
  double r = 0;
  for (const mp_interval& x : enclosures) r = std::max(r, magnitude_up(x - x));
  return r;
}

/// A matrix, its slices and a decomposition that is as good as it gets.
struct decomposed {
  double_double_matrix A;
  slicing how;
  sliced_result slices;
  sliced_svd svd;

  explicit decomposed(const double_double_matrix& of)
      : A(of), how(slicing_for(A.rows())), slices(sliced(A, 2, how.bits, how.levels)),
        svd(refine_svd(A, slices.value, how)) {}
  std::vector<mp_interval> enclosed(double distance = 0) const {
    return enclose_dense_spectrum(slices, svd, how, distance, bits);
  }
};

decomposed random_decomposition(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  double_double_matrix A = random_double_doubles(random, n, n, 0);
  scale(A, -std::ilogb(frobenius_up(A)) - 2);
  return decomposed(A);
}

} // namespace

BOOST_AUTO_TEST_SUITE(dense_spectra)

/// H kron I_d + sum_j (e_i kron x_j) b^T as one site has it: two values, d - 2 times each or so, and a few more.
double_double_matrix one_site(std::mt19937_64& random, std::size_t d) {
  std::normal_distribution<double> normal;
  double_double_matrix A(2 * d, 2 * d);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t s = 0; s < 2; ++s) {
      const double H = (i == s ? 1 : 0) + 0.1 * normal(random);
      for (std::size_t c = 0; c < d; ++c) A.high(i * d + c, s * d + c) += H;
      std::vector<double> x(d), b(d);
      for (double& value : x) value = normal(random);
      for (double& value : b) value = normal(random) / 4;
      for (std::size_t c = 0; c < d; ++c)
        for (std::size_t e = 0; e < d; ++e) A.high(i * d + c, s * d + e) += x[c] * b[e];
    }
  scale(A, -std::ilogb(frobenius_up(A)) - 2);
  return A;
}

BOOST_AUTO_TEST_CASE(many_equal_values_do_not_mislead_the_guess) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    BOOST_TEST_CONTEXT("seed " << seed)
    BOOST_TEST(widest(enclose_dense_spectrum(one_site(random, 32), 0, bits)) < 0x1p-70);
  }
}

BOOST_AUTO_TEST_CASE(hold_every_value) {
  for (const std::size_t n : {1U, 2U, 3U, 9U, 33U})
    for (const example& e : examples(n)) BOOST_TEST_CONTEXT(e.name << ", order " << n) {
        const std::vector<mp_interval> exact = reference(e.A), found = enclose_dense_spectrum(e.A, 0, bits);
        BOOST_TEST(widest(exact) <= std::ldexp(frobenius_up(e.A), -150));
        BOOST_TEST(all_meet(found, exact));
        BOOST_TEST(widest(found) <= frobenius_up(e.A) * std::exp2(-e.places));
      }
}

// Nothing of such a matrix is left in the slices.
BOOST_AUTO_TEST_CASE(hold_the_values_of_a_tiny_matrix_or_are_refused) {
  for (const int size : {-130, -400, -1060})
    for (const std::size_t n : {1U, 2U, 5U}) {
      std::mt19937_64 random(n);
      const double_double_matrix A = random_double_doubles(random, n, n, size);
      bool right = true; // or refused
      try {
        right = all_meet(enclose_dense_spectrum(A, 0, bits), reference(A));
      } catch (const not_certified&) {
      }
      BOOST_TEST(right);
    }
}

BOOST_AUTO_TEST_CASE(hold_every_value_of_order_64) {
  const decomposed d = random_decomposition(64, 5);
  BOOST_TEST(all_meet(d.enclosed(), reference(d.A)));
  BOOST_TEST(widest(d.enclosed()) <= 0x1p-80);
}

// A worse decomposition makes them wider, and nothing else.
BOOST_AUTO_TEST_CASE(hold_every_value_whatever_the_decomposition) {
  const decomposed d = random_decomposition(9, 6);
  const std::vector<mp_interval> exact = reference(d.A);
  const double best = widest(d.enclosed());
  const auto check = [&](const decomposed& worse) {
    BOOST_TEST(all_meet(worse.enclosed(), exact));
    BOOST_TEST(widest(worse.enclosed()) > best);
  };
  for (const std::size_t slice : {0U, 1U, 2U})
    for (const double change : {1.0, -3.0})
      for (sliced_matrix sliced_svd::*factor : {&sliced_svd::U, &sliced_svd::V}) {
        decomposed worse = d;
        (worse.svd.*factor).slices[slice](4, 7) += change;
        check(worse);
      }
  for (const double factor : {1 + 0x1p-50, 1 - 0x1p-40, 1 + 0x1p-9}) {
    decomposed worse = d;
    for (mp_float& sigma : worse.svd.sigma) sigma = sigma * mp_float(factor, 400);
    check(worse);
  }
  decomposed exchanged = d;
  for (matrix<double>& slice : exchanged.svd.U.slices)
    for (std::size_t i = 0; i < 9; ++i) std::swap(slice(i, 0), slice(i, 1));
  check(exchanged);
  decomposed nothing = d;
  for (mp_float& sigma : nothing.svd.sigma) sigma = mp_float(0.0, 200);
  check(nothing);
}

BOOST_AUTO_TEST_CASE(are_refused_where_the_vectors_are_not_nearly_orthonormal) {
  decomposed d = random_decomposition(5, 7);
  for (matrix<double>& slice : d.svd.V.slices)
    for (std::size_t i = 0; i < 5; ++i) slice(i, 0) = slice(i, 1);
  BOOST_CHECK_THROW(d.enclosed(), not_certified);
  decomposed e = random_decomposition(5, 7);
  e.slices.error = std::numeric_limits<double>::infinity();
  BOOST_CHECK_THROW(e.enclosed(), not_certified);
}

// Of diag(1/4, 1/8) and all matrices near it: diag(1/4 + r, 1/8), diag(1/4, 1/8 - r).
BOOST_AUTO_TEST_CASE(hold_the_values_of_all_matrices_near) {
  double_double_matrix A(2, 2);
  A.high(0, 0) = 0.25;
  A.high(1, 1) = 0.125;
  for (const double r : {0.0, 0x1p-60, 0x1p-10, 0.5}) {
    const std::vector<mp_interval> found = enclose_dense_spectrum(A, r, bits);
    const mpq_class upper = rational(found[0].upper()), lower = rational(found[1].lower());
    BOOST_TEST((upper >= mpq_class(0.25) + mpq_class(r)));
    BOOST_TEST((upper <= mpq_class(0.25) + mpq_class(r) * (1 + power_of_two(-50)) + power_of_two(-80)));
    BOOST_TEST((lower <= std::max(mpq_class(0), mpq_class(mpq_class(0.125) - mpq_class(r)))));
    BOOST_TEST((rational(found[1].upper()) >= mpq_class(0.125) + mpq_class(r)));
  }
  const std::vector<mp_interval> of_zero = enclose_dense_spectrum(double_double_matrix(2, 2), 0x1p-10, bits);
  for (const mp_interval& x : of_zero) {
    BOOST_TEST((rational(x.upper()) >= power_of_two(-10)));
    BOOST_TEST((rational(x.lower()) == 0));
  }
}

BOOST_AUTO_TEST_CASE(of_matrices_that_are_too_large_or_not_finite_are_refused) {
  for (const double bad : {1.5, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    double_double_matrix A(2, 2);
    A.high(1, 0) = bad;
    BOOST_CHECK_THROW(enclose_dense_spectrum(A, 0, bits), not_certified);
  }
  BOOST_TEST(enclose_dense_spectrum(double_double_matrix(0, 0), 0, bits).empty());
}

BOOST_AUTO_TEST_SUITE_END()
