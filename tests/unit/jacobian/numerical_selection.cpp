// What a tolerance selects, and the terms of delta, where they are known (theorem T4 a, b).
#include "pipeline.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/numerical_selection.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

namespace {

using mixcert::matrix;
using mixcert::numerical_selection;

mp_interval number(double x) { return {x, exact_bits}; }

/// Sources and derivatives along unit vectors of R^8, so that every singular value is known.
struct known_feedback {
  std::vector<std::vector<double>> sources,
      derivatives; ///< row i * n + j holds the n rows of D_ij, one after the other
};

numerical_selection select(const known_feedback& known, double norm_of_H, double tau, bool scaled_generators = false) {
  const std::size_t n = known.sources.size(), p = 4, d = 8;
  problem c;
  c.width = d;
  c.e.H = matrix<mp_interval>(n, n, number(0));
  for (std::size_t k = 0; k < n; ++k) c.e.H(k, k) = number(norm_of_H);
  std::vector<double> size(p, 1.0);
  if (scaled_generators) size = {0x1p-20, 3, 0x1p20, 0.7};
  for (std::size_t g = 0; g < p; ++g) {
    c.e.generators.push_back({"g" + std::to_string(g), std::vector<mp_interval>(d, number(0))});
    c.e.generators[g].row[g] = number(size[g]);
    if (scaled_generators && g > 0) c.e.generators[g].row[g - 1] = number(0.25); // not orthogonal either
  }
  // Coordinates of unit vectors on the generators, by back substitution.
  const auto coordinates = [&](std::vector<double> x) {
    std::vector<mp_interval> a(p, number(0));
    for (std::size_t g = p; g-- > 0;) {
      mp_interval rest = number(x[g]);
      if (scaled_generators && g + 1 < p) rest -= a[g + 1] * number(0.25);
      a[g] = rest / number(size[g]);
    }
    return a;
  };
  c.e.state = matrix<mp_interval>(n, p, number(0));
  for (std::size_t j = 0; j < n; ++j) {
    const std::vector<mp_interval> a = coordinates(known.sources[j]);
    for (std::size_t g = 0; g < p; ++g) c.e.state(j, g) = a[g];
  }
  for (const std::vector<double>& row : known.derivatives) {
    matrix<mp_interval> D(n, p, number(0));
    for (std::size_t s = 0; s < n; ++s) {
      const std::vector<mp_interval> a =
          coordinates({row.begin() + static_cast<long>(s * p), row.begin() + static_cast<long>((s + 1) * p)});
      for (std::size_t g = 0; g < p; ++g) D(s, g) = a[g];
    }
    c.e.dH.push_back(D);
  }
  const steps s = take_steps(c, {}, {.spaces_of_streams = true});
  return approx_selection(s.spans, s.bases, norm_of_H, tau);
}

void check_terms(const numerical_selection& r, std::size_t q, const std::array<double, 4>& expected, double scale) {
  BOOST_TEST(r.V.cols() == q);
  for (std::size_t k = 0; k < 4; ++k)
    BOOST_TEST(std::fabs(r.delta_terms[k] - expected[k]) <= 1e-13 * scale + 1e-9 * expected[k],
               "term " << k << ": " << r.delta_terms[k] << ", not " << expected[k]);
}

const std::vector<double> none{0, 0, 0, 0};

} // namespace

BOOST_AUTO_TEST_SUITE(selection)

// n = 1: A = a, B = b^T. A_c is |b| a and B_c is b / |b|.
BOOST_AUTO_TEST_CASE(a_small_left_factor_is_left_out) {
  for (const bool scaled_generators : {false, true}) {
    check_terms(select({{{0, 4e-7, 0, 0}}, {{0, 0, 3, 0}}}, 1e-2, 1e-5, scaled_generators), 1, {0, 0, 12e-7, 0}, 1);
    check_terms(select({{{0, 4e-7, 0, 0}}, {{0, 0, 3, 0}}}, 1e-2, 1e-7, scaled_generators), 2, {0, 0, 0, 0}, 1);
  }
}

BOOST_AUTO_TEST_CASE(a_small_right_factor_is_left_out) {
  check_terms(select({{{0, 2e7, 0, 0}}, {{0, 0, 3, 0}}}, 1, 1e-5), 1, {0, 0, 0, 6e7}, 6e7);
}

// The feedback is small beside H: all of it goes.
BOOST_AUTO_TEST_CASE(a_small_feedback_is_left_out) {
  check_terms(select({{{0, 1e-4, 0, 0}}, {{0, 0, 3, 0}}}, 1000, 1e-6), 0, {0, 3e-4, 0, 0}, 1);
  check_terms(select({{{0, 1e-4, 0, 0}}, {{0, 0, 3, 0}}}, 1, 1e-6), 2, {0, 0, 0, 0}, 1);
}

// n = 2: B has the orthogonal rows 5, 1e-9, 0, 0; A = I kron X^T has the norm of X, 2.
BOOST_AUTO_TEST_CASE(small_values_of_the_right_factor_are_left_out) {
  known_feedback known{{{2, 0, 0, 0}, {0, 1, 0, 0}}, {}};
  known.derivatives = {
      {0, 0, 5, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 1e-9}, std::vector<double>(8, 0.0), std::vector<double>(8, 0.0)};
  check_terms(select(known, 1, 1e-6), 2, {2e-9, 0, 0, 0}, 1);
  check_terms(select(known, 1, 1e-12), 4, {0, 0, 0, 0}, 10);
  check_terms(select(known, 1, 1e-12, true), 4, {0, 0, 0, 0}, 10);
}

BOOST_AUTO_TEST_CASE(nothing_selects_nothing) {
  const numerical_selection r = select({{none}, {{0, 0, 3, 0}}}, 1, 1e-6);
  BOOST_TEST(r.V.rows() == 0u);
  BOOST_TEST(r.V.cols() == 0u);
  check_terms(r, 0, {0, 0, 0, 0}, 1);
}

BOOST_AUTO_TEST_CASE(what_binary64_cannot_hold_is_refused) {
  problem_source source(41);
  const problem c = source.generic(2, 4, 2).with_scaled_derivative(1e300).with_scaled_derivative(1e300);
  const mixcert::feature_spans<mp_interval> spans = take_spans(c, certify_rotation(c.e.H, {}), {});
  const std::vector<mixcert::triangular_basis> bases{certify_basis(spans.spaces.front().gram, {})};
  BOOST_CHECK_THROW(approx_selection(spans, bases, 1, 1e-12), mixcert::not_certified);
}

BOOST_AUTO_TEST_CASE(tolerances) {
  for (const char* text : {"1e-12", "0.5", "1E-3", "+1e-8", "0.999999999999999999999999", "1e-400"})
    BOOST_TEST(mixcert::parse_rank_tolerance(text).text == text);
  BOOST_TEST(mixcert::parse_rank_tolerance("1e-12").value == 1e-12);
  for (const char* text :
       {"", "0", "0.0", "-1e-12", "1", "1.0", "2", "1e400", "nan", "inf", "0x1p-40", "1e-12 ", ".5", "one"})
    BOOST_CHECK_THROW(mixcert::parse_rank_tolerance(text), mixcert::input_error);
}

BOOST_AUTO_TEST_SUITE_END()
