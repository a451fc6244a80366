// From what was proved to what is stored: slack outward, and witnesses as exact integers.
#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/error.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace mixcert::test;
using mixcert::dyadic_matrix;
using mixcert::from_dyadic;
using mixcert::interval;
using mixcert::matrix;
using mixcert::mp_float;
using mixcert::mp_interval;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class number_source {
 public:
  explicit number_source(std::uint64_t seed) : engine_(seed) {}
  long integer(long least, long greatest) { return std::uniform_int_distribution<long>(least, greatest)(engine_); }
  mp_float number(mpfr_prec_t bits, long least_exponent, long greatest_exponent) {
    mp_float r(bits);
    for (mpfr_prec_t k = 0; k < bits; k += 30)
      r = scaled(r, 30) + mp_float(static_cast<double>(integer(0, (1 << 30) - 1)), bits);
    if (integer(0, 1) == 0) r = -r;
    return mpfr_zero_p(r.get()) != 0 ? r
                                     : scaled(r, integer(least_exponent, greatest_exponent) - mpfr_get_exp(r.get()));
  }

 private:
  std::mt19937_64 engine_;
};

/// Slack of at least 2^-98 times the end's size on both sides, and at most one last place more than rounding takes.
void check_slack(const mp_interval& x) {
  const interval stored = stored_enclosure(x);
  const mpq_class low = rational(x.lower()), high = rational(x.upper());
  BOOST_TEST((rational(stored.lower()) <= low - power_of_two(-98) * abs(low)));
  BOOST_TEST((rational(stored.upper()) >= high + power_of_two(-98) * abs(high)));
  const interval tight = to_interval(x);
  BOOST_TEST(stored.lower() >= std::nextafter(tight.lower(), -infinity));
  BOOST_TEST(stored.upper() <= std::nextafter(tight.upper(), infinity));
}

bool equal(const matrix<mp_float>& a, const matrix<mp_float>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end(),
                    [](const mp_float& x, const mp_float& y) { return mpfr_equal_p(x.get(), y.get()) != 0; });
}

} // namespace

BOOST_AUTO_TEST_SUITE(stored)

BOOST_AUTO_TEST_CASE(enclosures_leave_slack) {
  number_source source(1);
  for (int round = 0; round < 3000; ++round) {
    const mpfr_prec_t bits = round % 3 == 0 ? 384 : round % 3 == 1 ? 53 : 120;
    const long exponent = source.integer(-1100, 1000);
    const mp_interval a(source.number(bits, exponent, exponent + 3), bits);
    check_slack(a);
    check_slack(hull(a, a + mp_interval(source.number(bits, exponent - 60, exponent - 50), bits)));
    check_slack(mp_interval(static_cast<double>(source.integer(-9, 9)), 53)); // binary64 numbers themselves
  }
}

// A little inside a binary64 number: rounding outward alone would leave less than was promised.
BOOST_AUTO_TEST_CASE(enclosures_leave_slack_next_to_binary64_numbers) {
  for (const double v : {1.0, -0.1, 3e100, -7e-200})
    for (const int closeness : {97, 99, 100, 110, 150})
      for (const double side : {-1.0, 1.0}) {
        const mp_float near = mp_float(v, 384) + scaled(mp_float(side * v, 384), -closeness);
        check_slack(mp_interval(near, 384));
      }
}

BOOST_AUTO_TEST_CASE(zero_stays_zero) {
  const interval zero = stored_enclosure(mp_interval(0, 384));
  BOOST_TEST(zero.lower() == 0);
  BOOST_TEST(zero.upper() == 0);
  const interval up = stored_enclosure(hull(mp_interval(0, 384), mp_interval(1, 384)));
  BOOST_TEST(up.lower() == 0);
  mp_float tiny(1, 384);
  const interval least = stored_enclosure(mp_interval(scaled(tiny, -5000), 384));
  BOOST_TEST(least.lower() == 0);
  BOOST_TEST(least.upper() == std::numeric_limits<double>::denorm_min());
}

BOOST_AUTO_TEST_CASE(decimal_ends_have_exponents_that_can_be_read) {
  const mp_float one(1, 384);
  const mp_float tiny = scaled(one, -1'000'000), small = scaled(one, -99'000);
  const auto stored = [](const mp_float& lower, const mp_float& upper) {
    return stored_enclosure(mp_interval(lower, upper, 384), 30);
  };
  const auto around = stored(-tiny, tiny), above = stored(tiny, one), below = stored(-one, -tiny);
  BOOST_TEST((around.lo() == "-1e-30000" && around.hi() == "1e-30000"));
  BOOST_TEST((above.lo() == "0" && below.hi() == "0" && stored(tiny, tiny).hi() == "1e-30000"));
  BOOST_TEST((stored(small, small).lo().ends_with("e-29802") && stored(small, small).hi().ends_with("e-29802")));
  BOOST_CHECK_THROW(stored(one, scaled(one, 100'000)), mixcert::not_certified);
  BOOST_CHECK_THROW(stored(-scaled(one, 100'000), one), mixcert::not_certified);
  const auto equal = stored(scaled(one, 90'000), scaled(one, 90'000));
  BOOST_TEST(equal.hi().ends_with("e+27092"));
}

BOOST_AUTO_TEST_CASE(unbounded_enclosures_are_refused) {
  const mp_float one(1, 384);
  BOOST_CHECK_THROW(stored_enclosure(mp_interval(scaled(one, 1024), 384)), mixcert::not_certified);
  BOOST_CHECK_THROW(stored_enclosure(mp_interval(-scaled(one, 1024), 384)), mixcert::not_certified);
  BOOST_CHECK_THROW(stored_enclosure(mp_interval(std::numeric_limits<double>::max(), 384)), mixcert::not_certified);
  BOOST_CHECK_THROW(stored_enclosure(mp_interval(1, 384) / mp_interval(-one, one, 384)), mixcert::not_certified);
  mp_interval nothing(0, 384);
  mpfr_set_nan(&nothing.get()->right);
  BOOST_CHECK_THROW(stored_enclosure(nothing), mixcert::not_certified);
}

BOOST_AUTO_TEST_CASE(bounds_leave_slack) {
  for (const double x : {0.0, 1e-320, 1e-300, 3.3e-39, 1.0, 7.5e200}) {
    const mpq_class bound = rational(mixcert::stored_bound(x));
    BOOST_TEST((bound >= rational(x) * (1 + power_of_two(-40))));
    BOOST_TEST((bound <= rational(x) * (1 + power_of_two(-39)) + power_of_two(-1074)));
  }
  for (const double x : {infinity, std::numeric_limits<double>::max(), std::nan("")})
    BOOST_CHECK_THROW(mixcert::stored_bound(x), mixcert::not_certified);
}

BOOST_AUTO_TEST_CASE(dyadic_round_trip) {
  number_source source(2);
  for (int round = 0; round < 300; ++round) {
    const mpfr_prec_t bits = source.integer(2, 300);
    const std::size_t rows = static_cast<std::size_t>(source.integer(1, 4)),
                      cols = static_cast<std::size_t>(source.integer(1, 4));
    matrix<mp_float> a(rows, cols, mp_float(bits));
    for (mp_float& x : a.values())
      if (source.integer(0, 4) != 0) x = source.number(bits, -40, 40);
    const dyadic_matrix d = to_dyadic(a);
    BOOST_TEST(d.rows == rows);
    BOOST_TEST(d.cols == cols);
    BOOST_TEST(equal(from_dyadic(d, 400), a));
    // The largest exponent: some integer is odd, unless all are zero.
    bool odd = false, zero = true;
    for (const std::string& text : d.entries) {
      const mpz_class value(text, 16);
      odd = odd || mpz_odd_p(value.get_mpz_t()) != 0;
      zero = zero && value == 0;
      BOOST_TEST(text == value.get_str(16)); // the one way to write it
    }
    BOOST_TEST((odd || zero));
    BOOST_TEST((!zero || d.exp2 == 0));
  }
}

BOOST_AUTO_TEST_CASE(dyadic_special_cases) {
  const matrix<mp_float> empty(0, 0, std::vector<mp_float>{});
  BOOST_TEST(to_dyadic(empty).entries.empty());
  BOOST_TEST(to_dyadic(empty).exp2 == 0);
  BOOST_TEST(from_dyadic(to_dyadic(empty), 100).values().empty());
  const dyadic_matrix half = to_dyadic(matrix<mp_float>(1, 3, {mp_float(-0.5, 60), mp_float(60), mp_float(16, 60)}));
  BOOST_TEST(half.exp2 == -1);
  BOOST_TEST((half.entries == std::vector<std::string>{"-1", "0", "20"}));
  const dyadic_matrix large = to_dyadic(matrix<mp_float>(1, 1, {mp_float(0x1.8p600, 60)}));
  BOOST_TEST(large.exp2 == 599);
  BOOST_TEST(large.entries.front() == "3");
  // Too few places round, to nearest.
  BOOST_TEST(mixcert::to_double(from_dyadic({1, 1, 0, {"1ff"}}, 4)(0, 0)) == 512);
}

BOOST_AUTO_TEST_CASE(what_is_no_dyadic_matrix) {
  for (const char* text : {"", "-", "+1", "0x1", "1F", "g", " 1", "1 ", "1.8", "--1", "1e5p", "\xc3\xa9"}) {
    try {
      from_dyadic({1, 1, 0, {text}}, 100);
      BOOST_ERROR("'" << text << "' was read as an integer");
    } catch (const mixcert::input_error& error) {
      BOOST_TEST(std::string(error.what()).find("hexadecimal integer") != std::string::npos);
    }
  }
  for (const dyadic_matrix& wrong :
       {dyadic_matrix{2, 2, 0, {"1", "2", "3"}}, dyadic_matrix{1, 1, 0, {"1", "2"}}, dyadic_matrix{0, 5, 0, {"1"}},
        dyadic_matrix{std::size_t{1} << 32, std::size_t{1} << 32, 0, {}},
        dyadic_matrix{(std::size_t{1} << 63) + 1, 2, 0, {"1", "2"}}})
    BOOST_CHECK_THROW(from_dyadic(wrong, 100), mixcert::input_error);
}

BOOST_AUTO_TEST_SUITE_END()
