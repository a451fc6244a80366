// Enclosures of singular values that are known exactly, index by index.
#include "checks.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

std::vector<known_matrix> all_matrices() {
  std::vector<known_matrix> list = coarse_matrices();
  for (known_matrix& known : fine_matrices()) list.push_back(std::move(known));
  return list;
}

/// The same values with rows or columns of zeros added.
known_matrix padded(const known_matrix& known, std::size_t rows, std::size_t cols) {
  rational_matrix a = rational_zero(known.A.rows() + rows, known.A.cols() + cols);
  for (std::size_t i = 0; i < known.A.rows(); ++i)
    for (std::size_t j = 0; j < known.A.cols(); ++j) a(i, j) = known.A(i, j);
  return {known.name + ", padded", a, known.sigma};
}

/// Relative to the largest value; what the bounds allow for underflow is left to them.
bool is_narrow(const std::vector<mp_interval>& values, const known_matrix& known, double width) {
  return largest_width(values) <= mpq_class(width) * known.sigma.front() + power_of_two(-1060);
}

} // namespace

BOOST_AUTO_TEST_SUITE(known_values)

BOOST_AUTO_TEST_CASE_TEMPLATE(are_enclosed_from_a_binary64_guess, T, scalars) {
  for (const known_matrix& known : std::is_same_v<T, double> ? coarse_matrices() : all_matrices())
    BOOST_TEST_CONTEXT(known.name) {
      const matrix<T> c = stored<T>(known.A, matrix_bits);
      const std::vector<mp_interval> values = enclosed(c, approximate_svd(c));
      BOOST_CHECK(hold(values, known.sigma));
      BOOST_CHECK(is_narrow(values, known, 1e-12));
    }
}

BOOST_AUTO_TEST_CASE(are_enclosed_tightly_from_refined_factors) {
  for (const known_matrix& known : all_matrices()) BOOST_TEST_CONTEXT(known.name) {
      const matrix<mp_float> c = stored<mp_float>(known.A, matrix_bits);
      const std::vector<mp_interval> values = enclosed(c, refine_svd(c, 144));
      BOOST_CHECK(hold(values, known.sigma));
      BOOST_CHECK(is_narrow(values, known, 1e-35));
    }
}

BOOST_AUTO_TEST_CASE(are_enclosed_from_factors_refined_to_360_bits) {
  for (const known_matrix& known : fine_matrices()) BOOST_TEST_CONTEXT(known.name) {
      const matrix<mp_float> c = stored<mp_float>(known.A, 376);
      const std::vector<mp_interval> values = enclosed(c, refine_svd(c, 360), 0, 400);
      BOOST_CHECK(hold(values, known.sigma));
      BOOST_CHECK(is_narrow(values, known, 1e-100));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(are_enclosed_in_tall_and_wide_matrices, T, scalars) {
  for (const known_matrix& known : coarse_matrices())
    for (const auto& [rows, cols] : {std::pair{3U, 0U}, std::pair{0U, 2U}})
      BOOST_TEST_CONTEXT(known.name << ", " << rows << " rows and " << cols << " columns more") {
        const known_matrix larger = padded(known, rows, cols);
        const matrix<T> c = stored<T>(larger.A, matrix_bits);
        BOOST_CHECK(hold(enclosed(c, approximate_svd(c)), larger.sigma));
      }
}

// Ends of fewer places are rounded outward.
BOOST_AUTO_TEST_CASE_TEMPLATE(are_enclosed_at_any_number_of_places, T, scalars) {
  for (const mpfr_prec_t bits : {2, 8, 24, 53, 64, 1000})
    for (const known_matrix& known : coarse_matrices()) BOOST_TEST_CONTEXT(known.name << " at " << bits) {
        const matrix<T> c = stored<T>(known.A, matrix_bits);
        const std::vector<mp_interval> values = enclosed(c, approximate_svd(c), 0, bits);
        BOOST_CHECK(hold(values, known.sigma));
        for (const mp_interval& value : values) BOOST_CHECK_EQUAL(value.bits(), bits);
      }
}

BOOST_AUTO_TEST_CASE(have_lower_ends_that_are_never_negative) {
  for (const known_matrix& known : coarse_matrices()) {
    const matrix<double> c = stored<double>(known.A, 53);
    for (const mp_interval& value : enclosed(c, guess_svd(c), 1.0)) BOOST_CHECK(mpfr_sgn(value.lower()) >= 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
