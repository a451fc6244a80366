// The gates of mhc-v4 and their derivatives (theorem T14) against forward derivatives of the equations as written.
#include "mhc_v4_distance.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::float64;
using mixcert::interval;
using mixcert::mp_interval;
using mixcert::quad;

namespace {

// Places enough for 40 divisions that double an error each; what is left of them is below 2^-500.
constexpr mpfr_prec_t reference_bits = 700;
constexpr double reference_error = 0x1p-500;

/// `loss`: how far the case itself magnifies rounding.
void check(const mhc_v4_example& example, double loss = 1) {
  const auto reference = naive(example, reference_bits);
  const mhc_v4_distance fine = distance<mp_interval>(example, reference, true),
                        coarse = distance<interval>(example, reference, true);
  BOOST_TEST(fine.outside <= reference_error);
  BOOST_TEST(fine.width <= 1e-100);
  BOOST_TEST(coarse.outside <= reference_error);
  BOOST_TEST(coarse.width <= loss * 1e-9);
  BOOST_TEST(distance<interval>(example, reference, false).width <= loss * 1e-10);
  BOOST_TEST(distance<quad>(example, reference, false).outside <= loss * 1e-31);
  BOOST_TEST(distance<float64>(example, reference, false).outside <= loss * 1e-13);
}

} // namespace

BOOST_AUTO_TEST_SUITE(mhc_v4_derivative)

BOOST_AUTO_TEST_CASE(every_number_of_streams) {
  check(small_mhc_example(31, 1, 1), 1e7); // r w - r^3 w x^2 is r w times norm_eps / (x^2 + norm_eps)
  for (const auto& [n, d] : {std::pair{1, 4}, {2, 1}, {2, 3}, {3, 1}, {3, 7}, {4, 5}})
    BOOST_TEST_CONTEXT(n << " streams of " << d) { check(small_mhc_example(30 + n, n, d)); }
}

BOOST_AUTO_TEST_CASE(numbers_of_iterations) {
  for (const unsigned iterations : {1u, 2u, 3u, 60u}) BOOST_TEST_CONTEXT(iterations << " iterations") {
      mhc_v4_constants constants;
      constants.iterations = iterations;
      check(small_mhc_example(40, 3, 2, constants), iterations > 20 ? 10 : 1);
    }
}

BOOST_AUTO_TEST_CASE(other_constants) {
  for (const char* norm_eps : {"0", "0.1", "1e-6"})
    for (const char* hc_eps : {"0", "0.1", "1e-6", "3"})
      BOOST_TEST_CONTEXT("norm_eps " << norm_eps << ", hc_eps " << hc_eps) {
        check(small_mhc_example(50, 3, 2, {norm_eps, hc_eps, 20}));
        check(small_mhc_example(51, 2, 3, {norm_eps, hc_eps, 2}));
      }
}

BOOST_AUTO_TEST_CASE(states_of_any_size) {
  for (const double size : {0.0, 0x1p-200, 0x1p-11, 0x1p12, 0x1p200}) BOOST_TEST_CONTEXT("size " << size) {
      mhc_v4_example example = small_mhc_example(60, 3, 2);
      for (double& x : example.X.values()) x *= size;
      check(example);
    }
}

BOOST_AUTO_TEST_CASE(streams_that_are_zero_equal_or_nearly_equal) {
  mhc_v4_example example = small_mhc_example(61, 3, 2);
  for (std::size_t c = 0; c < 2; ++c) example.X(1, c) = example.X(0, c);
  check(example);
  example.X(1, 0) += 0x1p-30;
  check(example);
  example.X(0, 0) = example.X(0, 1) = 0;
  check(example);
}

BOOST_AUTO_TEST_CASE(rows_of_fn_that_are_zero_or_equal) {
  mhc_v4_example example = small_mhc_example(62, 3, 2);
  for (std::size_t c = 0; c < 6; ++c) {
    for (const std::size_t row : {0, 4, 8, 9, 10}) example.site.fn(row, c) = 0; // all of row 0 of comb but the first
    example.site.fn(6, c) = 0;
    example.site.fn(13, c) = example.site.fn(12, c);
  }
  check(example);
  example.site.scale = {0, 0, 0};
  check(example);
}

BOOST_AUTO_TEST_SUITE_END()
