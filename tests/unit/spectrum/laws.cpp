// What is known of spectra whatever the matrix, of every way in which they are enclosed.
#include "checks.hpp"

#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/spectrum/dense_spectrum.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <functional>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t bits = 400;

std::vector<mp_interval> by_certificate(const matrix<double>& A, double radius, int digits = 0) {
  const matrix<double> radii = radius == 0 ? matrix<double>() : matrix<double>(A.rows(), A.cols(), radius);
  std::vector<mp_interval> r;
  for (const enclosure& x : certify_matrix({A, radii}, digits).spectrum) r.push_back(lift(x, bits));
  return r;
}

std::vector<mp_interval> to_second_order(const matrix<double>& A, double radius) {
  second_order_svd svd(A.rows());
  svd.reset(A.rows());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) svd.set(i, j, {A(i, j), 0});
  std::vector<mp_interval> r;
  for (const interval& x : svd.enclose(radius)) r.emplace_back(mp_float(x.lower(), 53), mp_float(x.upper(), 53), bits);
  return r;
}

std::vector<mp_interval> in_double_double(const matrix<double>& A, double radius) {
  constexpr int down = 6; // the norm must not be above 1
  double_double_matrix scaled_down(A.rows(), A.cols());
  scaled_down.high = map(A, [](double x) { return std::ldexp(x, -down); });
  std::vector<mp_interval> r;
  for (const mp_interval& x : enclose_dense_spectrum(scaled_down, std::ldexp(radius, -down), bits))
    r.push_back(scaled(x, down));
  return r;
}

/// Every matrix whose entries differ by at most `radius` is meant, or within it in the Frobenius norm.
struct way {
  const char* name;
  std::vector<mp_interval> (*enclose)(const matrix<double>& A, double radius);
  bool any_shape, any_scale;
};

const way ways[] = {
    {"certificate", [](const matrix<double>& A, double radius) { return by_certificate(A, radius); }, true, true},
    {"second order", to_second_order, false, true},
    {"double-double", in_double_double, false, false},
};

matrix<double> gaussian(std::mt19937_64& random, std::size_t rows, std::size_t cols) {
  std::normal_distribution<double> normal;
  matrix<double> A(rows, cols, 0.0);
  for (double& x : A.values()) x = normal(random);
  return A;
}

matrix<double> named(const char* name) {
  for (const known_matrix& known : coarse_matrices())
    if (known.name == name) return stored<double>(known.A, 53);
  throw std::out_of_range(name);
}

/// Calls `check` with every way and a matrix it takes: values apart, in clusters, repeated, zero.
void for_each(const std::function<void(const way&, const matrix<double>&)>& check) {
  std::mt19937_64 random(71);
  const std::vector<matrix<double>> square = {gaussian(random, 5, 5), named("gap 2^-44, size 4"),
                                              named("equal values, size 4"), named("one zero in four, size 4")};
  const std::vector<matrix<double>> others = {gaussian(random, 6, 3), gaussian(random, 2, 5), gaussian(random, 1, 1)};
  for (const way& w : ways) {
    for (const matrix<double>& A : square) BOOST_TEST_CONTEXT(w.name << ", order " << A.rows()) check(w, A);
    if (!w.any_shape) continue;
    for (const matrix<double>& A : others) BOOST_TEST_CONTEXT(w.name << ", " << A.rows() << " x " << A.cols())
    check(w, A);
  }
}

bool is_below(mpfr_srcptr x, mpfr_srcptr y) { return mpfr_lessequal_p(x, y) != 0; }

/// Whether enclosures of the same values, narrow ones, are both possible.
bool agree(const std::vector<mp_interval>& a, const std::vector<mp_interval>& b) {
  if (a.size() != b.size() || a.empty()) return false;
  const mpq_class most = test::rational(a.front().upper()) * power_of_two(-44);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!is_below(a[i].lower(), b[i].upper()) || !is_below(b[i].lower(), a[i].upper())) return false;
  return largest_width(a) <= most && largest_width(b) <= most;
}

bool are_within(const std::vector<mp_interval>& inner, const std::vector<mp_interval>& outer) {
  if (inner.size() != outer.size() || inner.empty()) return false;
  for (std::size_t i = 0; i < inner.size(); ++i)
    if (!is_below(outer[i].lower(), inner[i].lower()) || !is_below(inner[i].upper(), outer[i].upper())) return false;
  return true;
}

bool are_the_same(const std::vector<mp_interval>& a, const std::vector<mp_interval>& b) {
  return are_within(a, b) && are_within(b, a);
}

/// P A Q for signed permutations P and Q.
matrix<double> rearranged(std::mt19937_64& random, const matrix<double>& A) {
  const rational_matrix P = signed_permutation(A.rows(), random), Q = signed_permutation(A.cols(), random);
  return stored<double>(times(P, times(test::rational(A), Q)), 53);
}

matrix<double> block_sum(const matrix<double>& A, const matrix<double>& B) {
  matrix<double> S(A.rows() + B.rows(), A.cols() + B.cols(), 0.0);
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.cols(); ++j) S(i, j) = A(i, j);
  for (std::size_t i = 0; i < B.rows(); ++i)
    for (std::size_t j = 0; j < B.cols(); ++j) S(A.rows() + i, A.cols() + j) = B(i, j);
  return S;
}

/// The i-th of all values is between the i-th of all lower ends and the i-th of all upper ends.
std::vector<mp_interval> merged(const std::vector<mp_interval>& a, const std::vector<mp_interval>& b) {
  std::vector<mp_float> lower, upper;
  for (const std::vector<mp_interval>* list : {&a, &b})
    for (const mp_interval& x : *list) {
      lower.emplace_back(x.lower(), bits);
      upper.emplace_back(x.upper(), bits);
    }
  const auto descending = [](const mp_float& x, const mp_float& y) { return mpfr_greater_p(x.get(), y.get()) != 0; };
  std::sort(lower.begin(), lower.end(), descending);
  std::sort(upper.begin(), upper.end(), descending);
  std::vector<mp_interval> r;
  for (std::size_t i = 0; i < lower.size(); ++i) r.emplace_back(lower[i], upper[i], bits);
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(laws_of_spectra)

BOOST_AUTO_TEST_CASE(the_transpose_has_the_same_values) {
  for_each(
      [](const way& w, const matrix<double>& A) { BOOST_CHECK(agree(w.enclose(A, 0), w.enclose(transpose(A), 0))); });
}

BOOST_AUTO_TEST_CASE(order_and_signs_of_rows_and_columns_do_not_matter) {
  std::mt19937_64 random(72);
  for_each([&](const way& w, const matrix<double>& A) {
    const std::vector<mp_interval> values = w.enclose(A, 0);
    for (int k = 0; k < 3; ++k) BOOST_CHECK(agree(values, w.enclose(rearranged(random, A), 0)));
  });
}

BOOST_AUTO_TEST_CASE(a_power_of_two_scales_every_end_exactly) {
  for_each([](const way& w, const matrix<double>& A) {
    if (!w.any_scale) return;
    const std::vector<mp_interval> values = w.enclose(A, 0);
    for (const int exponent : {-300, -1, 7, 300}) {
      std::vector<mp_interval> expected;
      for (const mp_interval& x : values) expected.push_back(scaled(x, exponent));
      const matrix<double> B = map(A, [&](double x) { return std::ldexp(x, exponent); });
      BOOST_TEST(are_the_same(w.enclose(B, 0), expected), "times 2^" << exponent);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_block_sum_has_the_values_of_its_blocks) {
  std::mt19937_64 random(73);
  const matrix<double> B = gaussian(random, 3, 3);
  for_each([&](const way& w, const matrix<double>& A) {
    const std::vector<mp_interval> expected = merged(w.enclose(A, 0), w.enclose(B, 0));
    BOOST_CHECK(agree(w.enclose(block_sum(A, B), 0), expected));
    BOOST_CHECK(agree(w.enclose(block_sum(B, A), 0), expected));
  });
}

BOOST_AUTO_TEST_CASE(rows_and_columns_of_zeros_add_no_value_or_a_zero) {
  for_each([](const way& w, const matrix<double>& A) {
    if (!w.any_shape) return;
    const std::vector<mp_interval> values = w.enclose(A, 0);
    BOOST_CHECK(A.rows() < A.cols() || agree(values, w.enclose(block_sum(A, matrix<double>(2, 0, 0.0)), 0)));
    BOOST_CHECK(A.rows() > A.cols() || agree(values, w.enclose(block_sum(A, matrix<double>(0, 3, 0.0)), 0)));
    std::vector<mp_interval> with_zero = values;
    with_zero.emplace_back(0, bits);
    BOOST_CHECK(agree(with_zero, w.enclose(block_sum(A, matrix<double>(1, 1, 0.0)), 0)));
  });
}

BOOST_AUTO_TEST_CASE(a_wider_ball_has_no_narrower_enclosures) {
  for_each([](const way& w, const matrix<double>& A) {
    std::vector<mp_interval> inner = w.enclose(A, 0);
    for (const double radius : {0x1p-120, 0x1p-60, 0x1p-20, 0x1p-6, 1.0}) {
      std::vector<mp_interval> outer = w.enclose(A, radius);
      if (outer.empty()) break; // nothing is said of a ball that is wide beside the gaps
      BOOST_TEST(are_within(inner, outer), "radius " << radius);
      inner = std::move(outer);
    }
  });
}

// The zero matrix in the middle has no value but 0, and a corner has 10 twice.
BOOST_AUTO_TEST_CASE(a_wide_box_holds_the_values_of_its_members) {
  std::mt19937_64 random(74);
  std::uniform_real_distribution<double> part(-1, 1);
  const matrix<double> middle(2, 2, 0.0), radii(2, 2, {0, 10, 10, 0});
  std::vector<mp_interval> box;
  for (const enclosure& x : certify_matrix({middle, radii}, 0).spectrum) box.push_back(lift(x, bits));
  std::vector<matrix<double>> members = {middle, matrix<double>(2, 2, {0, 10, -10, 0})};
  for (int k = 0; k < 20; ++k)
    members.emplace_back(2, 2, std::vector<double>{0, 10 * part(random), 10 * part(random), 0});
  for (const matrix<double>& member : members)
    for (std::size_t i = 0; i < 2; ++i) {
      const mp_interval value = by_certificate(member, 0)[i];
      BOOST_CHECK(is_below(box[i].lower(), value.upper()) && is_below(value.lower(), box[i].upper()));
    }
  BOOST_CHECK(mpfr_cmp_d(box[1].upper(), 10) >= 0);
}

BOOST_AUTO_TEST_CASE(more_digits_lie_within_fewer) {
  for_each([](const way& w, const matrix<double>& A) {
    if (&w != ways) return;
    const std::vector<mp_interval> few = by_certificate(A, 0, 16), some = by_certificate(A, 0, 40),
                                   many = by_certificate(A, 0, 80);
    BOOST_CHECK(are_within(many, some));
    BOOST_CHECK(are_within(some, few));
    BOOST_CHECK(are_within(many, by_certificate(A, 0)));
  });
}

BOOST_AUTO_TEST_SUITE_END()
