// Constants that mhc-v4 refuses, and states at which it is undefined or may be.
#include "mhc_v4_distance.hpp"

#include "mixcert/error.hpp"
#include "support/exact_matrix.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using mixcert::exact_constant;
using mixcert::float64;
using mixcert::interval;
using mixcert::matrix;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::check_refused;
using mixcert::test::exact_matrix;

namespace {

template <class S> auto evaluate(const mhc_v4_example& example) {
  return evaluate_mhc_v4(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X));
}

template <class S> void check_not_certified(const mhc_v4_example& example, std::initializer_list<const char*> pieces) {
  try {
    evaluate<S>(example);
    BOOST_ERROR("accepted; expected a refusal that says '" << *pieces.begin() << '\'');
  } catch (const mixcert::not_certified& reason) {
    const std::string message = reason.what();
    for (const char* piece : pieces) BOOST_TEST(message.find(piece) != std::string::npos);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(mhc_v4_refusal)

using scalars = std::tuple<float64, quad, interval, mp_interval>;
using binary64s = std::tuple<float64, interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(an_epsilon_is_not_negative, S, scalars) {
  for (const char* value : {"-1e-6", "-0x1p-1000", "-3"}) {
    mhc_v4_example example = small_mhc_example(90, 2, 2);
    example.site.hc_eps = exact_constant(value);
    check_refused([&] { evaluate<S>(example); }, {"hc_eps", value, "zero or a positive"});
    example = small_mhc_example(90, 2, 2);
    example.site.norm_eps = exact_constant(value);
    check_refused([&] { evaluate<S>(example); }, {"norm_eps", value, "zero or a positive"});
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(iterations_are_a_whole_number, S, scalars) {
  mhc_v4_example example = small_mhc_example(91, 2, 2);
  for (const char* value : {"0", "-1", "1.5", "1001", "1e300", "0.1", "20.0000000000000000000000000000000000000001",
                            "0x1.8p0", "0x0p+0", "1e-5"}) {
    example.site.iterations = exact_constant(value);
    check_refused([&] { evaluate<S>(example); }, {"iterations", value, "whole number from 1 to 1000"});
  }
  for (const char* value : {"1", "20.0", "0x1.4p4", "2e1", "1000"}) {
    example.site.iterations = exact_constant(value);
    evaluate<S>(example);
  }
}

BOOST_AUTO_TEST_CASE(forms_of_a_number_of_iterations_agree) {
  mhc_v4_example example = small_mhc_example(92, 2, 2);
  const auto twenty = evaluate<float64>(example);
  for (const char* value : {"20", "20.0", "0x1.4p4", "2e1"}) {
    example.site.iterations = exact_constant(value);
    BOOST_TEST((evaluate<float64>(example).H.values() == twenty.H.values()));
  }
  example.site.iterations = exact_constant("19");
  BOOST_TEST((evaluate<float64>(example).H.values() != twenty.H.values()));
}

// The quotient of intervals [0,0] / [0,1] is [0,0]: the denominator has to be asked.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_zero_state_without_norm_eps, S, scalars) {
  for (const char* zero : {"0", "0x0p+0", "0e5"}) {
    mhc_v4_example example = small_mhc_example(93, 2, 2);
    example.site.norm_eps = exact_constant(zero);
    evaluate<S>(example);
    example.X = matrix<double>(2, 2, 0.0);
    check_not_certified<S>(example, {"norm_eps", "state", "undefined"});
  }
}

// The square of the least binary64 number is zero or not, as far as binary64 can tell.
BOOST_AUTO_TEST_CASE(a_state_whose_square_underflows_without_norm_eps) {
  mhc_v4_example example = small_mhc_example(94, 2, 2);
  example.site.norm_eps = exact_constant("0");
  for (double& x : example.X.values()) x = 0x1p-1074;
  check_not_certified<float64>(example, {"norm_eps"});
  check_not_certified<interval>(example, {"norm_eps"});
  const auto e = evaluate<mp_interval>(example);
  BOOST_TEST(magnitude_up(e.logits(0, 0) - e.logits(0, 0)) < 1e-100);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_column_without_weight, S, binary64s) {
  mhc_v4_example example = small_mhc_example(95, 2, 2);
  example.site.hc_eps = exact_constant("0");
  for (const std::size_t row : {4, 6}) example.site.base[row] = 1e4;
  for (const std::size_t row : {5, 7}) example.site.base[row] = -1e4;
  check_not_certified<S>(example, {"column 1", "hc_eps"});
}

BOOST_AUTO_TEST_SUITE_END()
