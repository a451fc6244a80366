// certify_digits: the promised digits, in ends that agree with each other.
#include "certified.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using mixcert::certificate;
using mixcert::mp_float;
using mixcert::mp_interval;

constexpr mpfr_prec_t bits = 1000;

certificate with_digits(int digits) {
  const mixcert::mixer_input input = small_hc_input(31, 3, 9);
  return mixcert::certify_digits(mixcert::hc_mixer(), input, {}, digits);
}

std::vector<mp_interval> spectrum_of(const certificate& c) { return expanded(c.spectrum, bits); }

mp_interval width(const mp_interval& x) {
  return mp_interval(mp_float(x.upper(), bits), bits) - mp_interval(mp_float(x.lower(), bits), bits);
}

bool is_inside(const mp_interval& x, const mp_interval& y) {
  return mpfr_lessequal_p(y.lower(), x.lower()) != 0 && mpfr_lessequal_p(x.upper(), y.upper()) != 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(digits)

BOOST_AUTO_TEST_CASE(each_value_has_them) {
  for (const int d : {1, 15, 16, 40, 100}) {
    const certificate c = with_digits(d);
    BOOST_TEST(c.spectrum.front().value.is_binary64() == (d <= 15));
    const mp_interval power = pown(mp_interval(10, bits), d);
    for (const mp_interval& value : spectrum_of(c)) {
      const mp_interval hi(mp_float(value.upper(), bits), bits);
      BOOST_TEST(certainly_less_equal(width(value) * power, hi), d);
    }
  }
}

BOOST_AUTO_TEST_CASE(more_digits_lie_within_fewer) {
  const std::vector<mp_interval> few = spectrum_of(with_digits(16)), some = spectrum_of(with_digits(40)),
                                 many = spectrum_of(with_digits(100));
  BOOST_TEST_REQUIRE((few.size() == 27 && some.size() == 27 && many.size() == 27));
  for (std::size_t i = 0; i < few.size(); ++i) BOOST_TEST((is_inside(many[i], some[i]) && is_inside(some[i], few[i])));
}

BOOST_AUTO_TEST_CASE(documents_keep_them) {
  const certificate c = with_digits(40);
  const std::string document = to_json(c);
  const certificate again = mixcert::from_json(document, "x");
  BOOST_TEST(to_json(again) == document);
  BOOST_TEST(again.spectrum.front().value.lo() == c.spectrum.front().value.lo());
}

// H = 2^-1030: binary64 has 44 places there, decimal ends have all they need.
BOOST_AUTO_TEST_CASE(ends_that_binary64_cannot_hold_keep_no_promise) {
  mixcert::mixer_input input = never_mixed_input(1, 1);
  input.parameters["static_alpha"] = {1, 0x1p-1030};
  const auto certified_with = [&](int d) { return mixcert::certify_digits(mixcert::hc_mixer(), input, {}, d); };
  BOOST_CHECK_THROW(certified_with(15), mixcert::not_certified);
  BOOST_CHECK_NO_THROW(certified_with(5));
  BOOST_TEST((width(spectrum_of(certified_with(16)).front()).bits() == bits));
}

BOOST_AUTO_TEST_CASE(other_numbers_are_refused) {
  for (const int d : {-1, 101}) BOOST_CHECK_THROW(with_digits(d), mixcert::input_error);
}

BOOST_AUTO_TEST_SUITE_END()
