// What enclose_singular_values must not turn into an enclosure.
#include "checks.hpp"

#include "mixcert/error.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

template <class T> T raw(double x) {
  if constexpr (std::is_same_v<T, double>)
    return x;
  else
    return mp_float(x, matrix_bits);
}

template <class T> matrix<T> problem() { return stored<T>(coarse_matrices().at(4).A, matrix_bits); }

template <class T> svd_guess<T> with_values(const std::vector<double>& sigma) {
  std::vector<T> values;
  for (const double x : sigma) values.push_back(raw<T>(x));
  const matrix<T> one = stored<T>(rational_identity(sigma.size()), matrix_bits);
  return {one, std::move(values), one};
}

/// Whether `action` ends in one of the two refusals.
template <class Action> bool refused(Action action) {
  try {
    action();
  } catch (const not_certified&) {
    return true;
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE_TEMPLATE(of_values_that_are_not_sorted_or_negative, T, scalars) {
  const svd_defects none{0, 0, 0};
  for (const std::vector<double>& sigma : {std::vector<double>{1, 2},
                                           {3, 2, 2.5},
                                           {2, 1, -1},
                                           {-1},
                                           {not_a_number},
                                           {1, not_a_number},
                                           {not_a_number, 1},
                                           {1, 1 + 0x1p-52},
                                           {0, 0x1p-1074},
                                           {1, -0x1p-1074}})
    BOOST_CHECK_THROW(enclose_singular_values(with_values<T>(sigma), none, 0, enclosure_bits), std::invalid_argument);
  for (const std::vector<double>& sigma : {std::vector<double>{2, 1}, {1, 1, 1}, {0}, {1, 0, -0.0}, {}})
    BOOST_CHECK_EQUAL(enclose_singular_values(with_values<T>(sigma), none, 0, enclosure_bits).size(), sigma.size());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_defects_that_are_not_below_one, T, scalars) {
  const svd_guess<T> svd = with_values<T>({2, 1});
  for (const double bad : {1.0, 1.5, infinity, not_a_number}) {
    BOOST_CHECK_THROW(enclose_singular_values(svd, {bad, 0, 0}, 0, enclosure_bits), not_certified);
    BOOST_CHECK_THROW(enclose_singular_values(svd, {0, bad, 0}, 0, enclosure_bits), not_certified);
  }
  BOOST_CHECK(are_finite(enclose_singular_values(svd, {1 - 0x1p-53, 1 - 0x1p-53, 0}, 0, enclosure_bits)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_residual_or_distance_that_is_not_finite, T, scalars) {
  const svd_guess<T> svd = with_values<T>({2, 1});
  for (const double bad : {infinity, not_a_number}) {
    BOOST_CHECK_THROW(enclose_singular_values(svd, {0, 0, bad}, 0, enclosure_bits), not_certified);
    BOOST_CHECK(refused([&] { enclose_singular_values(svd, {0, 0, 0}, bad, enclosure_bits); }));
  }
  const double largest = std::numeric_limits<double>::max();
  BOOST_CHECK_THROW(enclose_singular_values(svd, {0, 0, largest}, largest, enclosure_bits), not_certified);
}

// An inconsistent request: no matrix is at such a distance, and no finite matrix has such a value.
BOOST_AUTO_TEST_CASE_TEMPLATE(of_what_no_matrix_has, T, scalars) {
  const svd_guess<T> svd = with_values<T>({2, 1});
  for (const double bad : {-1.0, -infinity})
    BOOST_CHECK(refused([&] { enclose_singular_values(svd, {0, 0, 0}, bad, enclosure_bits); }));
  BOOST_CHECK(refused([&] { enclose_singular_values(with_values<T>({infinity, 1}), {0, 0, 0}, 0, enclosure_bits); }));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_numbers_that_are_not_finite_anywhere, T, scalars) {
  const matrix<T> c = problem<T>();
  const svd_guess<T> good = approximate_svd(c);
  BOOST_CHECK(are_finite(enclosed(c, good)));
  for (const double bad : {not_a_number, infinity, -infinity})
    for (std::size_t i = 0; i < c.values().size(); ++i) BOOST_TEST_CONTEXT(bad << " at position " << i) {
        matrix<T> spoilt = c;
        spoilt.values()[i] = raw<T>(bad);
        BOOST_CHECK(refused([&] { enclosed(spoilt, good); }));
        svd_guess<T> svd = good;
        svd.U.values()[i] = raw<T>(bad);
        BOOST_CHECK(refused([&] { enclosed(c, svd); }));
        svd = good;
        svd.V.values()[i] = raw<T>(bad);
        BOOST_CHECK(refused([&] { enclosed(c, svd); }));
        if (i < good.sigma.size()) {
          svd = good;
          svd.sigma[i] = raw<T>(bad);
          BOOST_CHECK(refused([&] { enclosed(c, svd); }));
        }
      }
}

// The decomposition of such a matrix is nothing, but must come back.
BOOST_AUTO_TEST_CASE(of_what_could_not_be_decomposed) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{5}})
    for (const double bad : {not_a_number, infinity, -infinity})
      for (std::size_t i = 0; i < n * n; ++i) {
        matrix<mp_float> c(n, n, mp_float(1.0, matrix_bits));
        c.values()[i] = mp_float(bad, matrix_bits);
        BOOST_CHECK(refused([&] { enclosed(c, refine_svd(c, 144)); }));
        BOOST_CHECK(refused([&] { enclosed(c, approximate_svd(c)); }));
      }
}

BOOST_AUTO_TEST_CASE(of_products_that_overflow) {
  const matrix<double> c(2, 2, 1e308);
  BOOST_CHECK(refused([&] { enclosed(c, guess_svd(c)); }));
}

BOOST_AUTO_TEST_SUITE_END()
