// Singular values found by counting, against ones that are known exactly.
#include "mixcert/certificate/checker/counting.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <initializer_list>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert::checker;

constexpr mpfr_prec_t bits = 512;

interval_matrix matrix_of(std::size_t rows, std::initializer_list<rational> entries) {
  interval_matrix M(rows, entries.size() / rows, bits);
  std::size_t k = 0;
  for (const rational& x : entries) M.entries[k++] = interval(x, bits);
  return M;
}

/// Whether x holds the value and is narrow for it.
bool is(const interval& x, const rational& value) {
  const interval wanted(value, bits);
  if (value == 0) return is_zero(x);
  const rational slack = value * power_of_two(-100);
  return position_in(x, value - slack, value + slack) == position::inside && !is_less(x, wanted) && !is_less(wanted, x);
}

void check(const interval_matrix& M, std::initializer_list<rational> wanted) {
  const std::vector<interval> found = singular_values(M, bits);
  BOOST_REQUIRE_EQUAL(found.size(), wanted.size());
  std::size_t k = 0;
  for (const rational& value : wanted) {
    BOOST_CHECK_MESSAGE(is(found[k], value), text(found[k]) << " is not " << value.get_str());
    BOOST_CHECK(!is(found[k], value + 1));
    ++k;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(counting)

BOOST_AUTO_TEST_CASE(values_of_any_order_and_sign) {
  check(matrix_of(2, {1, 0, 0, -3}), {3, 1});
  check(matrix_of(3, {0, rational(1, 3), 0, 5, 0, 0, 0, 0, -2}), {5, 2, rational(1, 3)});
  check(matrix_of(1, {-7}), {7});
}

BOOST_AUTO_TEST_CASE(equal_values) {
  check(matrix_of(2, {1, 0, 0, 1}), {1, 1});
  check(matrix_of(2, {0, 1, 1, 0}), {1, 1});
}

BOOST_AUTO_TEST_CASE(values_far_apart) {
  check(matrix_of(2, {power_of_two(60), 0, 0, power_of_two(-60)}), {power_of_two(60), power_of_two(-60)});
  check(matrix_of(2, {3, 4, -4, 3}), {5, 5});
}

BOOST_AUTO_TEST_CASE(zero_is_exact) {
  check(matrix_of(2, {1, 0, 0, 0}), {1, 0});
  check(matrix_of(2, {0, 0, 0, 0}), {0, 0});
  check(matrix_of(2, {1, 2, 2, 4}), {5, 0});
}

BOOST_AUTO_TEST_CASE(more_columns_than_are_counted) {
  constexpr std::size_t n = 14;
  std::vector<rational> x(n * n);
  for (std::size_t k = 0; k < n; ++k) x[k * n + (k + 3) % n] = k < 2 ? rational(0) : rational(static_cast<long>(k), 7);
  interval_matrix M(n, n, bits);
  for (std::size_t k = 0; k < x.size(); ++k) M.entries[k] = interval(x[k], bits);
  check(M, {rational(13, 7), rational(12, 7), rational(11, 7), rational(10, 7), rational(9, 7), rational(8, 7), 1,
            rational(6, 7), rational(5, 7), rational(4, 7), rational(3, 7), rational(2, 7), 0, 0});
}

BOOST_AUTO_TEST_CASE(all_members_are_meant) {
  interval_matrix M = matrix_of(2, {3, 0, 0, 1});
  M(0, 0) = interval(rational(2), rational(4), bits);
  const std::vector<interval> found = singular_values(M, bits);
  BOOST_CHECK(!is_less(found[0], interval(4, bits)) && !is_less(interval(2, bits), found[0]));
  BOOST_CHECK(!is_less(found[1], interval(1, bits)) && !is_less(interval(1, bits), found[1]));
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_has_none) {
  interval_matrix M = matrix_of(2, {1, 0, 0, 1});
  M(0, 1) = interval(1, bits) / interval(bits);
  BOOST_CHECK_THROW(singular_values(M, bits), not_established);
}

BOOST_AUTO_TEST_SUITE_END()
