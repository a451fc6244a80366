// Norms of products in thin factors (theorem T29), against their dense products.
#include "mixcert/certificate/checker/largest_value.hpp"

#include "mixcert/certificate/checker/signed_factor.hpp"
#include "mixcert/certificate/checker/small_values.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace mixcert::checker;

namespace {

constexpr mpfr_prec_t bits = 600;

interval number(const rational& x) { return interval(x, bits); }

/// A chain of Jacobians with entries that are no binary fractions.
struct test_chain {
  std::size_t n, d;
  std::vector<jacobian_factors> sites;

  jacobian_factors operator()(std::size_t l) const { return sites[l]; }

  interval_matrix frozen() const {
    interval_matrix M = sites.front().H;
    for (std::size_t l = 1; l < sites.size(); ++l) M = product(sites[l].H, M, bits);
    return M;
  }

  interval norm() const {
    return enclose_singular_values(multiply_in_intervals(*this, sites.size(), n * d, bits), bits).front();
  }

  /// Bounded by `bound`, with local norms that are `each`.
  largest_value bounded(const interval& bound, long each = 1000) const {
    return bound_largest(*this, {n, d, std::vector<rational>(sites.size(), rational(each)), 0}, frozen(), bound, bits);
  }
};

test_chain random_chain(std::size_t n, std::size_t d, std::size_t m, std::size_t length, std::mt19937& source) {
  std::uniform_int_distribution<long> digit(-9, 9);
  const auto matrix = [&](std::size_t rows, std::size_t cols, long divisor) {
    interval_matrix r(rows, cols, bits);
    for (interval& x : r.entries) x = number(rational(digit(source), divisor));
    return r;
  };
  test_chain chain{n, d, {}};
  for (std::size_t l = 0; l < length; ++l)
    chain.sites.push_back({matrix(n, n, 13), matrix(m, d, 7), matrix(n * m, n * d, 21)});
  return chain;
}

interval one_with(long exponent, int sign) { return number(1 + sign * power_of_two(exponent)); }

integer squares_left(const integer_triangle& E, const signed_factor& found) {
  integer squares = 0;
  for (std::size_t i = 0; i < E.order; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      integer x = E.row(i)[j];
      for (std::size_t k = 0; k <= j; ++k) x -= found.signs[k] * found.T.row(i)[k] * found.T.row(j)[k];
      squares += (i == j ? 1 : 2) * x * x;
    }
  return squares;
}

} // namespace

BOOST_AUTO_TEST_SUITE(largest_value_of_a_product)

BOOST_AUTO_TEST_CASE(is_known_from_both_sides) {
  std::mt19937 source(21);
  for (const std::size_t length : {1, 2, 5})
    for (const std::size_t d : {3, 20}) {
      const test_chain chain = random_chain(2, d, 3, length, source);
      const interval norm = chain.norm();
      const largest_value above = chain.bounded(norm * one_with(-50, 1));
      BOOST_TEST(!above.open);
      BOOST_TEST(is_less(norm * one_with(-50, -1), above.at_least));
      BOOST_TEST(!is_less(norm, above.at_least));
      const interval low = norm * one_with(-40, -1);
      const largest_value below = chain.bounded(low);
      BOOST_TEST(below.open.has_value());
      BOOST_TEST(is_less(low, below.at_least));
    }
}

BOOST_AUTO_TEST_CASE(does_not_depend_on_the_sizes_of_the_factors) {
  std::mt19937 source(22);
  test_chain chain = random_chain(2, 4, 2, 3, source);
  for (interval& x : chain.sites[0].sources.entries) x = scaled(x, 300);
  for (interval& x : chain.sites[0].rows.entries) x = scaled(x, -300);
  for (interval& x : chain.sites[2].sources.entries) x = scaled(x, -100);
  for (interval& x : chain.sites[2].rows.entries) x = scaled(x, 100);
  const interval norm = chain.norm();
  BOOST_TEST(!chain.bounded(norm * one_with(-40, 1)).open);
  BOOST_TEST(chain.bounded(norm * one_with(-40, -1)).open.has_value());
}

BOOST_AUTO_TEST_CASE(is_known_where_hardly_anything_is_fed_back) {
  std::mt19937 source(29);
  for (const long exponent : {-60, -400}) {
    test_chain chain = random_chain(2, 6, 2, 2, source);
    for (interval& x : chain.sites[1].rows.entries) x = scaled(x, exponent);
    const interval norm = chain.norm();
    BOOST_TEST(!chain.bounded(norm * one_with(-40, 1)).open);
    BOOST_TEST(chain.bounded(norm * one_with(-40, -1)).open.has_value());
  }
}

BOOST_AUTO_TEST_CASE(is_known_where_rows_depend_on_each_other) {
  std::mt19937 source(23);
  test_chain chain = random_chain(2, 6, 2, 2, source);
  for (jacobian_factors& J : chain.sites)
    for (std::size_t c = 0; c < J.rows.cols; ++c) {
      J.rows(1, c) = J.rows(0, c) * 3;
      J.rows(3, c) = interval(bits);
    }
  const interval norm = chain.norm();
  BOOST_TEST(!chain.bounded(norm * one_with(-40, 1)).open);
  BOOST_TEST(chain.bounded(norm * one_with(-40, -1)).open.has_value());
}

BOOST_AUTO_TEST_CASE(is_that_of_the_frozen_product_where_nothing_is_fed_back) {
  std::mt19937 source(24);
  test_chain chain = random_chain(3, 2, 3, 2, source);
  for (jacobian_factors& J : chain.sites)
    for (interval& x : J.rows.entries) x = interval(bits);
  const interval norm = chain.norm();
  BOOST_TEST(!chain.bounded(norm * one_with(-60, 1)).open);
  BOOST_TEST(chain.bounded(norm * one_with(-60, -1)).open.has_value());
}

// Inner products of so many numbers are rounded more than once.
BOOST_AUTO_TEST_CASE(of_more_numbers_than_are_summed_at_once) {
  std::mt19937 source(25);
  test_chain chain = random_chain(2, 2, 1, 1, source), wide{2, 5000, chain.sites};
  jacobian_factors& J = wide.sites.front();
  J.sources = interval_matrix(1, wide.d, bits);
  J.rows = interval_matrix(2, 2 * wide.d, bits);
  // The same numbers, at the first and the last feature.
  const jacobian_factors& narrow = chain.sites.front();
  for (const std::size_t c : {0, 1}) {
    const std::size_t at = c == 0 ? 0 : wide.d - 1;
    J.sources(0, at) = narrow.sources(0, c);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t s = 0; s < 2; ++s) J.rows(i, s * wide.d + at) = narrow.rows(i, s * 2 + c);
  }
  const interval norm = max(chain.norm(), enclose_singular_values(narrow.H, bits).front());
  BOOST_TEST(!wide.bounded(norm * one_with(-40, 1)).open);
  const interval low = norm * one_with(-40, -1);
  BOOST_TEST(is_less(low, wide.bounded(low).at_least));
}

// The last factor takes away all but 2^-62 of what there is, and nothing of what was rounded before, up or down: in the
// sum of two terms, or in a column.
BOOST_AUTO_TEST_CASE(counts_what_is_rounded) {
  const auto matrix = [](std::size_t rows, std::size_t cols, const std::vector<rational>& entries) {
    interval_matrix r(rows, cols, bits);
    for (std::size_t k = 0; k < entries.size(); ++k) r.entries[k] = number(entries[k]);
    return r;
  };
  const std::vector<rational> nothing(4), none(1);
  const auto mixing = [&](const std::vector<rational>& H) {
    return jacobian_factors{matrix(2, 2, H), matrix(1, 1, none), matrix(2, 2, nothing)};
  };
  const auto feedback = [&](const rational& x, const std::vector<rational>& rows) {
    return jacobian_factors{matrix(2, 2, nothing), matrix(1, 1, {x}), matrix(2, 2, rows)};
  };
  for (long k = 1; k < 12; ++k) {
    const rational almost = 1 - power_of_two(-62) * rational(k, 13), x(k, 17);
    const test_chain terms{2, 1, {feedback(x, {1, 0, 1, 0}), mixing({1, -almost, 0, 0})}};
    const test_chain column{2, 1, {feedback(x, {1, 0, 0, 0}), mixing({1, 0, almost, 0}), mixing({1, -1, 0, 0})}};
    for (const test_chain& chain : {terms, column}) {
      const interval norm = chain.norm();
      BOOST_TEST(!chain.bounded(norm * one_with(-30, 1), 2).open);
      for (long exponent = -30; exponent > -120; exponent -= 3)
        BOOST_TEST(chain.bounded(norm * one_with(exponent, -1), 2).open.has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(is_not_bounded_below_the_frozen_product) {
  std::mt19937 source(26);
  const test_chain chain = random_chain(2, 3, 2, 1, source);
  const interval frozen = enclose_singular_values(chain.frozen(), bits).front();
  BOOST_TEST(chain.bounded(frozen * one_with(-20, -1)).open.has_value());
}

BOOST_AUTO_TEST_CASE(is_not_bounded_with_factors_that_are_enclosed_widely) {
  std::mt19937 source(27);
  test_chain chain = random_chain(2, 3, 2, 2, source);
  const interval bound = chain.norm() * 2;
  BOOST_TEST(!chain.bounded(bound).open);
  chain.sites[0].rows(0, 0) = interval(1, 1 + power_of_two(-40), bits);
  BOOST_TEST(chain.bounded(bound).open.has_value());
}

BOOST_AUTO_TEST_CASE(signs_of_a_factor_are_those_of_the_eigenvalues) {
  std::mt19937 source(28);
  std::uniform_int_distribution<long> digit(-1000, 1000);
  for (const long size : {1L, 1L << 30, 1L << 50}) {
    integer_triangle E(6);
    for (integer& x : E.entries) x = integer(digit(source)) * size;
    for (std::size_t k = 0; k < 6; ++k) E.row(k)[k] += integer(k < 4 ? 9000 : -9000) * size; // dominant
    const std::optional<signed_factor> found = factor(E);
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(found->positive() == 4);
    BOOST_TEST(found->squares == squares_left(E, *found));
    BOOST_TEST(found->squares < integer(1000000) * size); // against squares of up to 10^8 size^2
  }
  BOOST_TEST(!factor(integer_triangle(2)).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
