// Sums of slices: what is cut off, products, differences and norms, against exact fractions (theorem T22 d).
#include "mixcert/ball/sliced_matrix.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

rational_matrix rational(const sliced_matrix& a) {
  rational_matrix r = rational_zero(a.rows, a.cols);
  for (std::size_t s = 0; s < a.slices.size(); ++s)
    for (std::size_t at = 0; at < r.values().size(); ++at)
      r.values()[at] +=
          mpq_class(a.slices[s].values()[at]) * power_of_two(a.exponent - a.bits * static_cast<long>(s + 1));
  return r;
}

/// Whether every digit is an integer of at most 2^(bits - 1) + 1 in size.
bool fits(const sliced_matrix& a) {
  const double largest = std::ldexp(1.0, a.bits - 1) + 1;
  return std::ranges::all_of(a.slices, [&](const matrix<double>& slice) {
    return std::ranges::all_of(slice.values(),
                               [&](double x) { return x == std::nearbyint(x) && std::fabs(x) <= largest; });
  });
}

bool within(double error, const rational_matrix& a, const rational_matrix& b) {
  return at_least_root(test::rational(error), frobenius_squared(test::minus(a, b)));
}

/// Every digit as large as it may be, all signs alike but for every third column.
sliced_matrix largest_digits(std::size_t rows, std::size_t cols, int bits, std::size_t count) {
  sliced_matrix a{rows, cols, bits, 1, std::vector(count, matrix<double>(rows, cols, std::ldexp(1.0, bits - 1) + 1))};
  for (matrix<double>& slice : a.slices)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 2; j < cols; j += 3) slice(i, j) = -slice(i, j);
  return a;
}

} // namespace

BOOST_AUTO_TEST_SUITE(slices)

BOOST_AUTO_TEST_CASE(cut_numbers_of_all_sizes) {
  std::mt19937_64 random(1);
  for (const int bits : {2, 7, 20, 25})
    for (const std::size_t count : {1U, 3U, 5U})
      for (const int size : {0, -3, -40, -120})
        for (const long exponent : {1L, 2L, 40L}) {
          const double_double_matrix A =
              random_double_doubles(random, 6, 5, static_cast<int>(std::min(exponent - 1, exponent - 1 + size)));
          const sliced_result r = sliced(A, exponent, bits, count);
          BOOST_TEST(fits(r.value));
          BOOST_TEST(within(r.error, rational(r.value), test::rational(A)));
          const sliced_result of_high = sliced(A.high, exponent, bits, count);
          BOOST_TEST(fits(of_high.value));
          BOOST_TEST(within(of_high.error, rational(of_high.value), test::rational(A.high)));
        }
}

// Half of a unit is lost by 1/2 - 2^-8, cut to one slice of 7 bits; the bound is three quarters of it.
BOOST_AUTO_TEST_CASE(cut_with_an_error_that_is_needed) {
  const sliced_result r = sliced(matrix<double>(2, 2, 0.5 - 0x1p-8), 0, 7, 1);
  BOOST_TEST(within(r.error, rational(r.value), test::rational(matrix<double>(2, 2, 0.5 - 0x1p-8))));
  BOOST_TEST(!within(r.error / 1.6, rational(r.value), test::rational(matrix<double>(2, 2, 0.5 - 0x1p-8))));
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_fit_are_refused) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {0.52, -0.6, 1.0, 1e30, 1e300, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    matrix<double> A(2, 2, 0.25);
    A(1, 0) = bad;
    const sliced_result r = sliced(A, 0, 10, 4);
    BOOST_TEST(r.error == infinity, bad);
    BOOST_TEST(fits(r.value), bad);
  }
  BOOST_TEST(sliced(matrix<double>(2, 2, -0.5), 0, 10, 4).error < infinity);
}

BOOST_AUTO_TEST_CASE(bits_leave_room_for_sums) {
  for (const std::size_t inner : {1U, 2U, 33U, 64U, 2048U, 1U << 20})
    for (const std::size_t pairs : {1U, 5U}) {
      const int bits = slice_bits(inner, pairs);
      const auto sum = [&](int b) {
        const mpz_class largest = (mpz_class(1) << static_cast<unsigned>(b - 1)) + 1;
        return mpz_class(largest * largest * inner * pairs);
      };
      BOOST_TEST((sum(bits) <= mpz_class(1) << 52));
      BOOST_TEST((bits == 25 || sum(bits + 1) > mpz_class(1) << 52));
    }
}

// With so many levels that nothing is left out, a product of any digits is exact.
BOOST_AUTO_TEST_CASE(products_are_exact) {
  std::mt19937_64 random(2);
  for (const std::size_t inner : {1U, 3U, 40U}) {
    const std::size_t count = 4, levels = 2 * count - 1;
    const int bits = slice_bits(inner, levels);
    const sliced_matrix A = sliced(random_double_doubles(random, 5, inner, -2), 1, bits, count).value;
    const sliced_matrix B =
        sliced(random_double_doubles(random, inner, 9, -2 - static_cast<int>(inner / 8)), 1, bits, count).value;
    const sliced_result r = product(A, B, levels);
    BOOST_TEST(r.error == 0);
    BOOST_TEST(r.value.exponent == 2);
    BOOST_TEST(fits(r.value));
    BOOST_TEST((rational(r.value).values() == times(rational(A), rational(B)).values()));
    BOOST_TEST((rational(transpose(r.value)).values() == transpose(times(rational(A), rational(B))).values()));
  }
}

BOOST_AUTO_TEST_CASE(products_of_the_largest_digits_are_exact) {
  for (const std::size_t inner : {1U, 33U, 2000U}) {
    const std::size_t levels = 5;
    const int bits = slice_bits(inner, levels);
    sliced_matrix A = largest_digits(1, inner, bits, 3), B = transpose(largest_digits(1, inner, bits, 3));
    if (inner > 1) A.exponent = -12; // the sum has to fit
    A.slices[0] = matrix<double>(1, inner, 0.0);
    const sliced_result r = product(A, B, levels);
    BOOST_TEST(r.error == 0);
    BOOST_TEST((rational(r.value).values() == times(rational(A), rational(B)).values()));
  }
}

BOOST_AUTO_TEST_CASE(products_say_what_they_leave_out) {
  std::mt19937_64 random(3);
  const std::size_t inner = 30, count = 5;
  for (std::size_t levels = 1; levels <= 2 * count; ++levels) {
    const int bits = slice_bits(inner, levels);
    const sliced_matrix A = sliced(random_double_doubles(random, 4, inner, -4), 1, bits, count).value;
    const sliced_matrix B = sliced(random_double_doubles(random, inner, 4, -4), 1, bits, count).value;
    const sliced_result r = product(A, B, levels);
    BOOST_TEST(within(r.error, rational(r.value), times(rational(A), rational(B))), levels);
  }
}

// Parts of a long inner dimension: together they would leave the integers that binary64 has.
BOOST_AUTO_TEST_CASE(long_products_of_the_largest_digits_are_within_their_bound) {
  constexpr std::size_t inner = 16384, count = 5;
  const int bits = slice_bits(1024, count);
  sliced_matrix digits{1, 1, bits, 0, std::vector(count, matrix<double>(1, 1, std::ldexp(1.0, bits - 1) - 1))};
  const double_double one = nearest_double_double(rational(digits)(0, 0));
  double_double_matrix A(1, inner);
  for (std::size_t j = 0; j < inner; ++j) {
    A.high(0, j) = one.high;
    A.low(0, j) = one.low;
  }
  const double_double_result r = multiply_transposed(A, A, count);
  BOOST_TEST(within(r.error, test::rational(r.value), times(test::rational(A), transpose(test::rational(A)))));
  BOOST_TEST(r.error < 0x1p-90 * r.value.high(0, 0));
}

// Where all digits are as large as they may be, the bound is reached.
BOOST_AUTO_TEST_CASE(what_is_left_out_is_not_overestimated) {
  sliced_matrix A{2, 4, 10, 1, std::vector(3, matrix<double>(2, 4, 0.0))}, B = transpose(A);
  A.slices[2] = matrix<double>(2, 4, 513.0);
  B.slices[2] = matrix<double>(4, 2, 513.0);
  const sliced_result r = product(A, B, 4);
  BOOST_TEST(within(r.error, rational(r.value), times(rational(A), rational(B))));
  BOOST_TEST(!within(r.error * (1 - 0x1p-40), rational(r.value), times(rational(A), rational(B))));
}

BOOST_AUTO_TEST_CASE(a_product_that_does_not_fit_is_refused) {
  sliced_matrix A{1, 8, 10, 1, {matrix<double>(1, 8, 512.0)}};
  BOOST_TEST(product(A, transpose(A), 1).error == std::numeric_limits<double>::infinity());
}

BOOST_AUTO_TEST_CASE(differences_are_exact) {
  std::mt19937_64 random(4);
  for (const std::size_t more : {0U, 1U, 3U}) {
    const sliced_matrix A = sliced(random_double_doubles(random, 4, 6, 0), 2, 20, 3).value;
    const sliced_matrix B = sliced(random_double_doubles(random, 4, 6, 0), 2, 20, 3 + more).value;
    BOOST_TEST((rational(difference(A, B)).values() == test::minus(rational(A), rational(B)).values()));
    BOOST_TEST((rational(difference(B, A)).values() == test::minus(rational(B), rational(A)).values()));
    BOOST_TEST((frobenius_squared(rational(difference(A, A))) == 0));
  }
}

BOOST_AUTO_TEST_CASE(less_the_identity) {
  std::mt19937_64 random(5);
  for (const long exponent : {2L, 3L, 6L}) {
    const sliced_matrix A = sliced(random_double_doubles(random, 5, 5, 0), exponent, 20, 4).value;
    BOOST_TEST((rational(minus_identity(A)).values() == test::minus(rational(A), rational_identity(5)).values()));
  }
}

BOOST_AUTO_TEST_CASE(norms_bound_and_are_tight) {
  std::mt19937_64 random(6);
  for (const int size : {0, -50, -90}) {
    const sliced_matrix A = sliced(random_double_doubles(random, 5, 5, size), 2, 20, 6).value;
    const sliced_matrix B = sliced(random_double_doubles(random, 5, 5, size), 2, 20, 6).value;
    for (const sliced_matrix& a : {A, difference(A, B), difference(A, sliced(nearest(A), 2, 20, 6).value)}) {
      const mpq_class square = frobenius_squared(rational(a)), bound = test::rational(frobenius_up(a));
      BOOST_TEST(at_least_root(bound, square));
      BOOST_TEST((bound <= root_up(square) * (1 + power_of_two(-40))));
    }
  }
}

BOOST_AUTO_TEST_CASE(norms_of_nearly_cancelling_digits) {
  sliced_matrix a{1, 1, 20, 2, {}};
  for (const double digit : {1.0, -0x1p20, 0.0, 3.0}) a.slices.emplace_back(1, 1, digit);
  BOOST_TEST((test::rational(frobenius_up(a)) >= abs(rational(a)(0, 0))));
  for (matrix<double>& slice : a.slices) slice(0, 0) = -slice(0, 0);
  BOOST_TEST((test::rational(frobenius_up(a)) >= abs(rational(a)(0, 0))));
}

BOOST_AUTO_TEST_CASE(entries_are_exact_and_guesses_near) {
  std::mt19937_64 random(7);
  const sliced_matrix A = sliced(random_double_doubles(random, 4, 4, 0), 2, 20, 5).value;
  const sliced_matrix P = product(A, A, 5).value, D = difference(P, P);
  for (const sliced_matrix& a : {A, P, D})
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        const mpq_class exact = rational(a)(i, j);
        BOOST_TEST((test::rational(entry(a, i, j)) == exact));
        BOOST_TEST((abs(mpq_class(test::rational(nearest(a)(i, j)) - exact)) <= power_of_two(-49) * abs(exact)));
      }
}

BOOST_AUTO_TEST_SUITE_END()
