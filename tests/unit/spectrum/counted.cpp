// Enclosures against exact counts of the singular values on each side of every end.
#include "checks.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

struct case_of_any_shape {
  std::string name;
  rational_matrix A;
};

/// Entries with the given places, of every small shape.
std::vector<case_of_any_shape> small_matrices() {
  std::mt19937_64 random(35);
  std::vector<case_of_any_shape> list;
  for (std::size_t m = 1; m <= 4; ++m)
    for (std::size_t n = 1; n <= 4; ++n) {
      rational_matrix full = rational_zero(m, n), integers = full, graded = full;
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          const auto mantissa = static_cast<long>(random() >> 40) - (1L << 23);
          full(i, j) = mpq_class(mantissa) * power_of_two(-23);
          integers(i, j) = static_cast<long>(random() % 3) - 1;
          graded(i, j) = full(i, j) * power_of_two(-20 * static_cast<long>(i));
        }
      const std::string shape = std::to_string(m) + " x " + std::to_string(n);
      list.push_back({"random, " + shape, full});
      list.push_back({"small integers, " + shape, integers});
      list.push_back({"graded, " + shape, graded});
      list.push_back({"all ones, " + shape, rational_matrix(m, n, mpq_class(1))});
    }
  return list;
}

} // namespace

BOOST_AUTO_TEST_SUITE(counted_values)

BOOST_AUTO_TEST_CASE_TEMPLATE(are_enclosed, T, scalars) {
  for (const case_of_any_shape& known : small_matrices()) BOOST_TEST_CONTEXT(known.name) {
      const matrix<T> c = stored<T>(known.A, matrix_bits);
      check_by_counting(enclosed(c, approximate_svd(c)), known.A);
    }
}

BOOST_AUTO_TEST_CASE(are_enclosed_when_refined) {
  for (const case_of_any_shape& known : small_matrices())
    if (known.A.rows() == known.A.cols()) BOOST_TEST_CONTEXT(known.name) {
        const matrix<mp_float> c = stored<mp_float>(known.A, matrix_bits);
        check_by_counting(enclosed(c, refine_svd(c, 144)), known.A);
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_perturbed_matrices_are_enclosed, T, scalars) {
  std::mt19937_64 random(36);
  for (const case_of_any_shape& known : small_matrices())
    for (const double distance : {0x1p-30, 0x1p-3}) BOOST_TEST_CONTEXT(known.name << " within " << distance) {
        const matrix<T> c = stored<T>(known.A, matrix_bits);
        const std::vector<mp_interval> values = enclosed(c, approximate_svd(c), distance);
        rational_matrix e = known.A; // a random direction, of Frobenius norm just below the distance
        for (mpq_class& x : e.values()) x = static_cast<long>(random() % 17) - 8;
        const mpq_class norm = frobenius(e);
        if (norm != 0) check_by_counting(values, plus(known.A, times(mpq_class(distance / norm), e)));
      }
}

BOOST_AUTO_TEST_SUITE_END()
