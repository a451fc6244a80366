// Divisions with a least divisor (theorem T14 g), in sequences that no mixer has.
#include "mixcert/mixer/detail/normalised_softmax.hpp"

#include "dense.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::matrix;
using mixcert::mp_interval;
using mixcert::normalised_softmax;

namespace {

const mixcert::context<mp_interval> numbers{400};

/// Column 0 of the softmax sums to about 1.6, column 1 to 0.4; the least divisor is 1.25.
matrix<mp_interval> logits() {
  return {2, 2, {numbers.exact(1.5), numbers.exact(0), numbers.exact(1.25), numbers.exact(-0.25)}};
}

normalised_softmax<mp_interval> divided_twice(const matrix<mp_interval>& L) {
  normalised_softmax<mp_interval> P(numbers, L, {numbers.exact(0), numbers.exact(1.25)}, "");
  P.normalise_columns();
  P.normalise_columns();
  return P;
}

} // namespace

BOOST_AUTO_TEST_SUITE(normalised_softmax_with_clamp)

BOOST_AUTO_TEST_CASE(a_column_that_is_clamped_after_it_was_not) {
  const auto P = divided_twice(logits());
  BOOST_TEST(magnitude_up(P.value(0, 0) + P.value(1, 0) - numbers.exact(1) / numbers.exact(1.25)) < 1e-100);
  BOOST_TEST(magnitude_up(P.value(0, 1) + P.value(1, 1)) < 0.5);
  for (std::size_t l = 0; l < 4; ++l) {
    matrix<mp_interval> ahead = logits(), back = logits();
    ahead.values()[l] += numbers.exact(0x1p-60);
    back.values()[l] -= numbers.exact(0x1p-60);
    const auto A = divided_twice(ahead), B = divided_twice(back);
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 2; ++k)
        BOOST_TEST(magnitude_up((A.value(j, k) - B.value(j, k)) * numbers.exact(0x1p59) - P.derivative(j, k)[l]) <
                   1e-30);
  }
}

BOOST_AUTO_TEST_CASE(a_sum_that_may_be_the_clamp) {
  const mp_interval one = numbers.exact(1);
  normalised_softmax<mp_interval> P(numbers, logits(), {numbers.exact(0), one}, "");
  BOOST_CHECK_THROW(P.normalise_rows(), mixcert::not_certified); // the rows of a softmax sum to one
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

using mixcert::interval;

const mixcert::context<interval> binary64;
constexpr std::size_t n = 4;
constexpr int iterations = 20;

matrix<interval> logits_in_binary64() {
  matrix<interval> L(n, n, binary64.exact(0));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k)
      L(j, k) = binary64.exact(static_cast<double>((3 * j + 5 * k * k) % 7) / 4 - 0.75);
  return L;
}

/// Each entry divided by the sum that it is a part of.
void divide_by_sums(matrix<interval>& P, bool rows) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto entry = [&](std::size_t j) -> interval& { return rows ? P(i, j) : P(j, i); };
    interval sum = binary64.exact(0);
    for (std::size_t j = 0; j < n; ++j) sum += entry(j);
    for (std::size_t j = 0; j < n; ++j) entry(j) /= sum;
  }
}

double widest(const std::vector<interval>& values) {
  double r = 0;
  for (const interval& x : values) r = std::max(r, width_up(x));
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(normalised_softmax_in_binary64)

// Every half step would double the width, as the sum holds the entry that it divides.
BOOST_AUTO_TEST_CASE(widths_do_not_double_with_every_division) {
  matrix<interval> naive = map(logits_in_binary64(), [](const interval& x) { return exp(x); });
  normalised_softmax<interval> P(binary64, logits_in_binary64(), {binary64.exact(0), binary64.exact(0)}, "");
  for (int k = 0; k < iterations; ++k) {
    divide_by_sums(naive, true);
    divide_by_sums(naive, false);
    P.normalise_rows();
    P.normalise_columns();
  }
  std::vector<interval> values, derivatives;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      values.push_back(P.value(j, k));
      for (const interval& x : P.derivative(j, k)) derivatives.push_back(x);
    }
  BOOST_TEST(widest(values) < 1e-12);
  BOOST_TEST(widest(derivatives) < 1e-10);
  BOOST_TEST(widest(naive.values()) > 1e-6);
}

BOOST_AUTO_TEST_SUITE_END()
