#include "cotangents/agreement.hpp"
#include "cotangents/reference.hpp"
#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using namespace mixcert::cotangents;

mp_interval between(double lower, double upper) { return {mp_float(lower, 60), mp_float(upper, 60), 60}; }

} // namespace

BOOST_AUTO_TEST_SUITE(agreement_with_references)

BOOST_AUTO_TEST_CASE(of_every_member_of_none_or_undecided) {
  const mp_interval x = between(1, 1.25);
  BOOST_TEST((compare({x}, {1}, 0.25).what == verdict::agrees));
  BOOST_TEST(compare({x}, {1}, 0.25).distance == 0.25);
  BOOST_TEST((compare({x}, {1}, 0.2).what == verdict::undecided));
  BOOST_TEST((compare({x}, {0.75}, 0.2).what == verdict::disagrees));
  BOOST_TEST((compare({log(-x)}, {1}, 1e300).what == verdict::undecided));
  BOOST_TEST((compare({x}, {std::nan("")}, 1).what == verdict::undecided));
}

BOOST_AUTO_TEST_CASE(of_lists_by_the_euclidean_distance_or_by_the_largest) {
  const std::vector<mp_interval> x{between(3, 3), between(4, 4)};
  BOOST_TEST((compare(x, {0, 0}, 5).what == verdict::agrees));
  BOOST_TEST((compare(x, {0, 0}, 4.99).what == verdict::disagrees));
  BOOST_TEST((compare_largest(x, {0, 0}, 4).what == verdict::agrees));
  BOOST_TEST((compare_largest(x, {0, 0}, 3.99).what == verdict::disagrees));
  BOOST_TEST((compare_largest({log(-x[0]), x[1]}, {0, 0}, 5).what == verdict::undecided));
  BOOST_CHECK_THROW(compare(x, {0}, 1), input_error);
  BOOST_CHECK_THROW(compare_largest(x, {0, 0, 0}, 1), input_error);
}

BOOST_AUTO_TEST_CASE(accuracy_of_quotients_is_that_of_both_gradients) {
  reference of;
  of.quantities = {{"loss", 3},
                   {"grad_norm", 4},
                   {"norm_ratio_stopped_over_true", 0.5},
                   {"norm_ratio_true_over_stopped", 2},
                   {"cosine", 0.5},
                   {"relative_difference_over_true", 0.75},
                   {"relative_difference_over_stopped", 1.5}};
  const reference_accuracy accuracy{0, 0.125, 0.0625};
  BOOST_TEST(accuracy_of("loss", of, accuracy) == 0.125);
  BOOST_TEST(accuracy_of("grad_norm", of, accuracy) == 0.25);
  BOOST_TEST(accuracy_of("norm_ratio_true_over_stopped", of, accuracy) == 0.25);
  BOOST_TEST(accuracy_of("cosine", of, accuracy) == 0.125);
  BOOST_TEST(accuracy_of("relative_difference_over_true", of, accuracy) == 0.0625 * 2.25);
  BOOST_TEST(accuracy_of("relative_difference_over_stopped", of, accuracy) == 0.0625 * 4.5);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
