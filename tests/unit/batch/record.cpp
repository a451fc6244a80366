// Headline quantities of spectra from lanes.
#include "mixcert/batch/record.hpp"

#include "mixcert/batch/checksum.hpp"
#include "mixcert/scalar/rational.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;

/// 4 values of a core and two others three times each.
state_spectrum example() {
  return {true,
          {interval(2.5, 2.75), interval(1.5), interval(1.25), interval(0.1, 0.125)},
          {interval(1.5), interval(0.3)},
          3};
}

bool holds(const interval& x, const rational& value) {
  return !certainly_less(value, rational(x.lower())) && !certainly_less(rational(x.upper()), value);
}

} // namespace

BOOST_AUTO_TEST_SUITE(records)

BOOST_AUTO_TEST_CASE(quantities_hold_those_of_all_spectra_within) {
  const state_result r = result_of(example(), 5, 16);
  std::size_t values = 0;
  for (const auto& entry : r.spectrum) values += entry.multiplicity;
  BOOST_TEST(values == 10U);
  BOOST_TEST(r.norm.lower() == 2.5);
  BOOST_TEST(r.norm.upper() == 2.75);
  BOOST_TEST(r.frozen_norm.lower() == 1.5);
  BOOST_TEST(r.smallest.lower() == 0.1);
  BOOST_TEST(r.smallest.upper() == 0.125);
  BOOST_REQUIRE(r.norm_ratio);
  for (const double norm : {2.5, 2.75})
    for (const double smallest : {0.1, 0.125}) {
      const auto square = [](double x) { return rational(x) * rational(x); };
      const rational sum =
          square(norm) + rational(4) * square(1.5) + square(1.25) + rational(3) * square(0.3) + square(smallest);
      BOOST_CHECK(holds(r.mean_square, sum / rational(10)));
      BOOST_CHECK(holds(*r.norm_ratio, rational(norm) / rational(1.5)));
    }
  BOOST_TEST(r.mean_square.upper() - r.mean_square.lower() < 0.15);
  BOOST_TEST(r.rank_at_most == 16U);
}

BOOST_AUTO_TEST_CASE(there_is_no_ratio_to_a_norm_that_may_be_zero) {
  state_spectrum spectrum = example();
  spectrum.frozen = {interval(0, 1e-300), interval(0)};
  BOOST_CHECK(!result_of(spectrum, 5, 16).norm_ratio);
}

BOOST_AUTO_TEST_CASE(lines_are_whole_or_are_seen_not_to_be) {
  state_record record{1, 2, {}, state_failure{state_failure::input, "a \"reason\"\nof \xff bytes"}, {}};
  for (const std::string& prefix : {std::string("a"), std::string("a\"\\\xfe")}) {
    std::string line = line_of(record, prefix);
    BOOST_REQUIRE_EQUAL(line.find('\n'), line.size() - 1);
    line.pop_back();
    BOOST_CHECK(is_whole_line(line));
    for (std::size_t i = 0; i < line.size(); ++i) {
      BOOST_CHECK(!is_whole_line(line.substr(0, i)));
      std::string other = line;
      other[i] ^= 1;
      BOOST_CHECK(!is_whole_line(other));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
