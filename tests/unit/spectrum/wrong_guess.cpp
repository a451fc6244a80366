// A wrong guess gives a wide enclosure or none, never a false one.
#include "checks.hpp"

#include "mixcert/error.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class T> T number(double x) { return nearest<T>(mpq_class(x), matrix_bits); }

/// Separate, clustered and zero values.
template <class T, class Check> void for_each_guess(Check check) {
  for (const std::vector<mpq_class>& d :
       {std::vector<mpq_class>{4, 3, 2, 1}, {1, 1 + power_of_two(-20), 1, 1}, {2, 1, 0, 0}}) {
    const known_matrix known = from_factors("", householder(4), d, hadamard(4));
    const matrix<T> c = stored<T>(known.A, matrix_bits);
    check(c, approximate_svd(c), known.sigma);
  }
}

template <class T> void swap_columns(matrix<T>& a, std::size_t i, std::size_t j) {
  for (std::size_t k = 0; k < a.rows(); ++k) std::swap(a(k, i), a(k, j));
}

/// An orthogonal matrix that has nothing to do with the problem.
template <class T> matrix<T> unrelated(std::mt19937_64& random) {
  return stored<T>(times(signed_permutation(4, random), times(householder(4), signed_permutation(4, random))),
                   matrix_bits);
}

} // namespace

BOOST_AUTO_TEST_SUITE(wrong_guess)

BOOST_AUTO_TEST_CASE_TEMPLATE(slightly_perturbed, T, scalars) {
  std::mt19937_64 random(37);
  std::uniform_real_distribution<double> error(-1, 1);
  for (const double size : {1e-7, 1e-2})
    for (int trial = 0; trial < 20; ++trial)
      for_each_guess<T>([&](const matrix<T>& c, svd_guess<T> svd, const std::vector<mpq_class>& sigma) {
        for (auto* values : {&svd.U.values(), &svd.sigma, &svd.V.values()})
          for (T& x : *values) x = x + number<T>(size * error(random));
        if (!is_sorted_spectrum(svd.sigma)) {
          BOOST_CHECK_THROW(enclosed(c, svd), std::invalid_argument);
          for (T& x : svd.sigma) x = nearest<T>(abs(rational(x)), matrix_bits);
          std::sort(svd.sigma.begin(), svd.sigma.end(),
                    [](const T& a, const T& b) { return rational(a) > rational(b); });
        }
        const std::vector<mp_interval> values = enclosed(c, svd);
        BOOST_CHECK(hold(values, sigma));
        BOOST_CHECK(largest_width(values) <= mpq_class(size) * 100);
        BOOST_CHECK(largest_width(values) >= mpq_class(size) / 100);
      });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_columns_swapped, T, scalars) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j)
      for_each_guess<T>([&](const matrix<T>& c, svd_guess<T> svd, const std::vector<mpq_class>& sigma) {
        swap_columns(svd.V, i, j);
        BOOST_CHECK(hold(enclosed(c, svd), sigma));
        swap_columns(svd.U, i, j); // now the vectors are right and the values are not
        BOOST_CHECK(hold(enclosed(c, svd), sigma));
      });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_unrelated_vectors, T, scalars) {
  std::mt19937_64 random(38);
  for (int trial = 0; trial < 20; ++trial)
    for_each_guess<T>([&](const matrix<T>& c, svd_guess<T> svd, const std::vector<mpq_class>& sigma) {
      svd.U = unrelated<T>(random);
      svd.V = unrelated<T>(random);
      BOOST_CHECK(hold(enclosed(c, svd), sigma));
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_unrelated_values, T, scalars) {
  for (const double all : {0.0, 1.5, 100.0})
    for_each_guess<T>([&](const matrix<T>& c, svd_guess<T> svd, const std::vector<mpq_class>& sigma) {
      svd.sigma.assign(4, number<T>(all));
      BOOST_CHECK(hold(enclosed(c, svd), sigma));
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_factors_of_wrong_length, T, scalars) {
  for (const double length : {0.8, 0.99, 1.01, 1.2})
    for_each_guess<T>([&](const matrix<T>& c, svd_guess<T> svd, const std::vector<mpq_class>& sigma) {
      for (T& x : svd.U.values()) x = x * number<T>(length);
      BOOST_CHECK(hold(enclosed(c, svd), sigma));
    });
}

// Fewer columns than values: the first values only.
BOOST_AUTO_TEST_CASE_TEMPLATE(with_fewer_columns, T, scalars) {
  for_each_guess<T>([&](const matrix<T>& c, const svd_guess<T>& svd, const std::vector<mpq_class>& sigma) {
    for (std::size_t q = 1; q <= 3; ++q) {
      svd_guess<T> part{matrix<T>(4, q, number<T>(0)),
                        {svd.sigma.begin(), svd.sigma.begin() + static_cast<long>(q)},
                        matrix<T>(4, q, number<T>(0))};
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < q; ++j) {
          part.U(i, j) = svd.U(i, j);
          part.V(i, j) = svd.V(i, j);
        }
      BOOST_CHECK(hold(enclosed(c, part), {sigma.begin(), sigma.begin() + static_cast<long>(q)}));
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_dependent_columns_is_refused, T, scalars) {
  for_each_guess<T>([&](const matrix<T>& c, const svd_guess<T>& good, const std::vector<mpq_class>&) {
    for (matrix<T> svd_guess<T>::*factor : {&svd_guess<T>::U, &svd_guess<T>::V}) {
      svd_guess<T> svd = good;
      matrix<T>& columns = svd.*factor;
      for (std::size_t i = 0; i < 4; ++i) columns(i, 2) = columns(i, 1);
      BOOST_CHECK_THROW(enclosed(c, svd), not_certified);
      for (std::size_t i = 0; i < 4; ++i) columns(i, 2) = number<T>(0);
      BOOST_CHECK_THROW(enclosed(c, svd), not_certified);
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(with_more_columns_than_values_is_refused, T, scalars) {
  const matrix<T> row(1, 2, number<T>(1));
  BOOST_CHECK_THROW(enclosed(matrix<T>(1, 1, number<T>(1)), svd_guess<T>{row, {number<T>(0.5), number<T>(0.5)}, row}),
                    not_certified);
}

// Both defects are 3, and (1 - f)(1 - g) is positive: "sigma_2 >= 2" would be false, it is 0.
BOOST_AUTO_TEST_CASE_TEMPLATE(with_both_defects_above_one_is_refused, T, scalars) {
  const matrix<T> factor = stored<T>(rational_diagonal({2, 0}), matrix_bits);
  const matrix<T> c = stored<T>(rational_diagonal({4, 0}), matrix_bits);
  BOOST_CHECK_THROW(enclosed(c, svd_guess<T>{factor, {number<T>(1), number<T>(1)}, factor}), not_certified);
}

// The thin factors have U^T C V = 0, but every value is 1: the residual as a whole shows it.
BOOST_AUTO_TEST_CASE_TEMPLATE(with_vectors_outside_the_range, T, scalars) {
  rational_matrix upper = rational_zero(4, 2), lower = rational_zero(4, 2);
  upper(0, 0) = upper(1, 1) = lower(2, 0) = lower(3, 1) = 1;
  const svd_guess<T> svd{
      stored<T>(lower, matrix_bits), {number<T>(0), number<T>(0)}, stored<T>(rational_identity(2), matrix_bits)};
  BOOST_CHECK(hold(enclosed(stored<T>(upper, matrix_bits), svd), {1, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
