// Combinations of rows of double-double numbers: their bound, and that it does not matter how wide lanes are (theorem
// T22 b).
#include "mixcert/ball/row_combination.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "support/double_doubles.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>

using mixcert::row_term;

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// Factors and rows.
struct combination {
  double_double_matrix factors, rows;

  combination(std::mt19937_64& random, std::size_t terms, std::size_t columns, int exponent)
      : factors(random_double_doubles(random, 1, terms, 0)),
        rows(random_double_doubles(random, terms, columns, exponent)) {}
  std::vector<row_term> terms() const {
    std::vector<row_term> r;
    for (std::size_t t = 0; t < rows.rows(); ++t)
      r.push_back(
          {factors(0, t), rows.high.values().data() + t * rows.cols(), rows.low.values().data() + t * rows.cols()});
    return r;
  }
};

double_double_matrix combined(const combination& c, lane_width lanes = widest_lanes()) {
  double_double_matrix r(1, c.rows.cols());
  for (double& x : r.high.values()) x = 7; // is not kept
  combine_rows(c.terms(), r.cols(), r.high.values().data(), r.low.values().data(), lanes);
  return r;
}

double_double_matrix one_by_one(const combination& c) {
  double_double_matrix r(1, c.rows.cols());
  for (std::size_t column = 0; column < r.cols(); ++column) {
    detail::lanes_of_double_double<double> sum{0, 0};
    for (std::size_t t = 0; t < c.rows.rows(); ++t) {
      const double_double factor = c.factors(0, t), x = c.rows(t, column);
      detail::add_product<double>(sum, {factor.high, factor.low}, {x.high, x.low});
    }
    r.high(0, column) = sum.high;
    r.low(0, column) = sum.low;
  }
  return r;
}

bool same(const double_double_matrix& a, const double_double_matrix& b) {
  const auto equal = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  return std::ranges::equal(a.high.values(), b.high.values(), equal) &&
         std::ranges::equal(a.low.values(), b.low.values(), equal);
}

bool within(const double_double_matrix& a, const double_double_matrix& b, const mpq_class& distance) {
  const rational_matrix x = rational(a), y = rational(b);
  return std::ranges::equal(x.values(), y.values(),
                            [&](const mpq_class& p, const mpq_class& q) { return abs(mpq_class(p - q)) <= distance; });
}

/// The largest part of sum |factor| |row| that an error is.
mpq_class relative_error(const combination& c) {
  const rational_matrix exact = times(rational(c.factors), rational(c.rows)), found = rational(combined(c));
  const auto magnitudes = [](rational_matrix a) {
    for (mpq_class& x : a.values()) x = abs(x);
    return a;
  };
  const rational_matrix sizes = times(magnitudes(rational(c.factors)), magnitudes(rational(c.rows)));
  mpq_class r = 0;
  for (std::size_t j = 0; j < exact.cols(); ++j)
    r = std::max(r, mpq_class(abs(exact(0, j) - found(0, j)) / sizes(0, j)));
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(combinations_of_rows)

BOOST_AUTO_TEST_CASE(are_the_same_in_all_lanes) {
  std::mt19937_64 random(1);
  for (const std::size_t terms : {1U, 2U, 5U, 30U})
    for (const std::size_t columns : {0U, 1U, 2U, 3U, 7U, 8U, 9U, 19U, 31U, 32U, 43U, 77U})
      for (const int exponent : {0, -400, 800, -1030}) {
        const combination c(random, terms, columns, exponent);
        const double_double_matrix expected = one_by_one(c);
        for (const lane_width lanes : {lane_width::two, lane_width::four, lane_width::eight}) {
          if (lanes > widest_lanes()) continue;
          const double_double_matrix found = combined(c, lanes);
          const bool underflows = exponent < -900;
          BOOST_TEST((underflows ? within(found, expected, terms * power_of_two(-1059)) : same(found, expected)));
        }
      }
}

BOOST_AUTO_TEST_CASE(of_nothing_are_zero) {
  double_double_matrix r(1, 5);
  for (double& x : r.high.values()) x = 7;
  combine_rows({}, 5, r.high.values().data(), r.low.values().data());
  BOOST_TEST(same(r, double_double_matrix(1, 5)));
}

// No more than the bound; a thirtieth of it would not do, nor that of a single term.
BOOST_AUTO_TEST_CASE(are_as_exact_as_they_say) {
  std::mt19937_64 random(2);
  for (const std::size_t terms : {1U, 2U, 3U, 10U, 100U}) {
    mpq_class largest = 0;
    for (int k = 0; k < 200; ++k) largest = std::max(largest, relative_error(combination(random, terms, 10, 0)));
    BOOST_TEST((largest <= rational(combination_rounding(terms))), terms);
    if (terms <= 3) BOOST_TEST((largest > rational(combination_rounding(terms)) / 30), terms);
  }
}

// Each of many terms is less than half of the last place of the sum, and is lost.
BOOST_AUTO_TEST_CASE(grow_with_the_number_of_terms) {
  const double_double large{1, 0x1p-54}, small{0x1.8p-108, 0};
  std::vector<row_term> terms(2000, {{1, 0}, &small.high, &small.low});
  terms.front() = {{1, 0}, &large.high, &large.low};
  double_double sum;
  combine_rows(terms, 1, &sum.high, &sum.low);
  const mpq_class exact = test::rational(large) + 1999 * test::rational(small);
  const mpq_class relative = abs(mpq_class(test::rational(sum) - exact)) / exact;
  BOOST_TEST((relative <= rational(combination_rounding(2000))));
  BOOST_TEST((relative > rational(combination_rounding(1))));
}

BOOST_AUTO_TEST_CASE(rounding_is_that_of_the_theorem) {
  for (const std::size_t terms : {0UL, 1UL, 3UL, 1UL << 20, 1UL << 40}) {
    const mpq_class epsilon = power_of_two(-102), k = static_cast<unsigned long>(terms);
    BOOST_TEST((rational(combination_rounding(terms)) >= k * epsilon * (1 + k * epsilon)));
    BOOST_TEST((rational(combination_rounding(terms)) <= mpq_class(1016, 1000) * k * epsilon));
  }
}

BOOST_AUTO_TEST_SUITE_END()
