// Logits at which a softmax is 0 and 1 as far as any arithmetic sees: derivatives stay finite, enclosed and relatively
// accurate (theorem T14).
#include "mhc_v4_distance.hpp"

#include "mixcert/error.hpp"
#include "support/exact_matrix.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using mixcert::float64;
using mixcert::interval;
using mixcert::is_exact_zero;
using mixcert::matrix;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::exact_matrix;

namespace {

/// A site with the logits `base` of comb, near enough: what depends on X moves them by a few units at most.
mhc_v4_example with_logits(const std::vector<double>& base, std::size_t n, const mhc_v4_constants& constants = {}) {
  mhc_v4_example example = small_mhc_example(70, n, 2, constants);
  std::copy(base.begin(), base.end(), example.site.base.begin() + static_cast<std::ptrdiff_t>(2 * n));
  for (std::size_t i = 0; i < 2 * n; ++i) example.site.base[i] = i % 2 == 0 ? base[0] : -base[0];
  return example;
}

const std::vector<double> cyclic = {-1e4, 1e4, -1e4, -1e4, -1e4, 1e4, 1e4, -1e4, -1e4};
const std::vector<double> identity = {30, -30, -30, -30, 30, -30, -30, -30, 30};
const std::vector<double> conflict = {1e4, -1e4, -1e4, 1e4, -1e4, -1e4, -1e4, 1e4, 0};
const std::vector<double> one_row = {1e4, -1e4, 9999, 0, 0, 0, 1, 2, 3};

// e^-20000 is 2^-28854: the reference needs the places to tell 1 from 1 - e^-20000, and fewer at a fifth of the logits,
// which leave binary64 as well.
constexpr mpfr_prec_t most = 60000, many = 13000, some = 1200;

std::vector<double> fifth(std::vector<double> logits) {
  for (double& x : logits) x /= 5;
  return logits;
}

template <class S> bool all_finite(const mixcert::mixer_evaluation<S>& e, std::size_t d) {
  const mhc_v4_lists<S> lists = evaluated(numbers_of<S>, e, d);
  const auto finite = [](const S& x) { return is_finite(ends(x)); };
  const auto& slopes = e.dH_dlogits.values();
  return std::all_of(lists.gates.begin(), lists.gates.end(), finite) &&
         std::all_of(lists.derivatives.begin(), lists.derivatives.end(), finite) &&
         std::all_of(slopes.begin(), slopes.end(), finite);
}

/// Enclosed, and in multiple precision to the size of each gate and of its derivatives: some are of order e^-20000.
void check_enclosed(const mhc_v4_example& example, const mhc_v4_lists<mixcert::mp_float>& reference) {
  const mhc_v4_distance fine = distance<mp_interval>(example, reference, true);
  BOOST_TEST(fine.outside <= 0x1p-500);
  BOOST_TEST(fine.width <= 1e-90);
}

void check(const mhc_v4_example& example, mpfr_prec_t bits) {
  const auto reference = naive(example, bits);
  check_enclosed(example, reference);
  BOOST_TEST(distance<interval>(example, reference, false).outside <= 0x1p-500);
}

/// Where nothing underflows.
void check_guesses_too(const mhc_v4_example& example, mpfr_prec_t bits) {
  check(example, bits);
  const auto reference = naive(example, bits);
  BOOST_TEST(distance<interval>(example, reference, true).width <= 1e-8);
  BOOST_TEST(distance<quad>(example, reference, true).outside <= 1e-28);
  BOOST_TEST(distance<float64>(example, reference, true).outside <= 1e-11);
}

} // namespace

BOOST_AUTO_TEST_SUITE(mhc_v4_saturation)

using scalars = std::tuple<float64, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_is_nan_or_infinite, S, scalars) {
  for (const auto* logits : {&cyclic, &identity, &conflict, &one_row})
    for (const unsigned iterations : {1u, 2u, 20u, 100u}) {
      mhc_v4_constants constants;
      constants.iterations = iterations;
      const mhc_v4_example example = with_logits(*logits, 3, constants);
      BOOST_TEST(all_finite(evaluate_mhc_v4(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X)), 2));
    }
}

BOOST_AUTO_TEST_CASE(near_a_permutation) {
  check_guesses_too(with_logits(identity, 3), some);
  check(with_logits(fifth(cyclic), 3), many);
  check(with_logits({1e4, -1e4, -1e4, 1e4}, 2), most);
}

BOOST_AUTO_TEST_CASE(rows_that_want_the_same_stream) { check(with_logits(fifth(conflict), 3), many); }

BOOST_AUTO_TEST_CASE(one_saturated_row) { check(with_logits(fifth(one_row), 3), many); }

// Without hc_eps nothing bounds the routing weights from below, and the derivatives of their logarithms are of order 1.
BOOST_AUTO_TEST_CASE(without_hc_eps) {
  check_guesses_too(with_logits(identity, 3, {"1e-6", "0", 20}), some);
  check_guesses_too(with_logits({200, -200, -200, 200}, 2, {"1e-6", "0", 20}), 3000);
}

// With the entries e^-20000 of a permutation gone from binary64, its columns still have a sum; those of the conflict
// have none, which only the multiple-precision enclosures can tell from zero.
BOOST_AUTO_TEST_CASE(without_hc_eps_beyond_binary64) {
  const mhc_v4_constants constants{"1e-6", "0", 20};
  const mhc_v4_example permuted = with_logits(cyclic, 3, constants);
  BOOST_TEST(all_finite(
      evaluate_mhc_v4(numbers_of<interval>, permuted.site, exact_matrix(numbers_of<interval>, permuted.X)), 2));
  const mhc_v4_example tiny_floor = with_logits(cyclic, 3, {"1e-6", "1e-400", 20}); // which binary64 cannot tell from 0
  BOOST_TEST(all_finite(
      evaluate_mhc_v4(numbers_of<interval>, tiny_floor.site, exact_matrix(numbers_of<interval>, tiny_floor.X)), 2));
  const mhc_v4_example starved = with_logits({1e4, -1e4, 1e4, -1e4}, 2, constants);
  BOOST_CHECK_THROW(evaluate_mhc_v4(numbers_of<interval>, starved.site, exact_matrix(numbers_of<interval>, starved.X)),
                    mixcert::not_certified);
  BOOST_CHECK_THROW(evaluate_mhc_v4(numbers_of<float64>, starved.site, exact_matrix(numbers_of<float64>, starved.X)),
                    mixcert::not_certified);
  check_enclosed(starved, naive(starved, most));
}

// Rows of derivatives by the logits of one row of the softmax sum to zero.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_shift_of_a_row_of_logits_changes_nothing, S, scalars) {
  for (const auto* logits : {&cyclic, &identity, &conflict, &one_row}) {
    const mhc_v4_example example = with_logits(*logits, 3);
    const auto e = evaluate_mhc_v4(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X));
    for (std::size_t entry = 0; entry < 9; ++entry)
      for (std::size_t j = 0; j < 3; ++j) {
        mp_interval sum(0, 400), size(0, 400);
        for (std::size_t k = 0; k < 3; ++k) {
          const mp_interval slope = ends(e.dH_dlogits(entry, j * 3 + k));
          sum += slope;
          size += abs(slope);
        }
        BOOST_TEST(!certainly_less(mp_interval(1e-9, 400) * size, abs(sum)));
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()
