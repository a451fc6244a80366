#include "mixcert/expression/substitute.hpp"

#include "forms.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/scalar/constant.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {

BOOST_AUTO_TEST_SUITE(substitution)

BOOST_AUTO_TEST_CASE(some_or_all_parameters) {
  const expression x = pown(abs(1 + K), "L") + a / 2;
  BOOST_TEST(to_text(substitute(x, {})) == to_text(x));
  BOOST_TEST(to_text(substitute(x, {{"K", rational(-3, 1)}})) == "2^L + a / 2");
  BOOST_TEST(to_text(substitute(x, {{"L", rational(3, 1)}})) == "|1 + K|^3 + a / 2");
  BOOST_TEST(to_text(substitute(x, {{"L", rational(0.0)}, {"a", rational(3, 1)}})) == "5/2");
  BOOST_TEST(to_text(substitute(pown(abs(1 + K), "L"), {{"K", exact_constant("1e-1").value(context<rational>{})},
                                                        {"L", rational(64, 1)}})) == "(11/10)^64");
  BOOST_TEST(to_text(substitute(1 / K, {{"K", rational(0.0)}})) == "1 / 0");
  check_refused([&] { substitute(x, {{"L", rational(1, 2)}}); }, {"L = 1/2", "no whole number"});
}

BOOST_AUTO_TEST_CASE(values_stay) {
  sample_source source(4);
  for (int i = 0; i < 5000; ++i) {
    source.choose_parameters();
    const sample x = source.next(1 + i % 4);
    const expression number = substitute(x.form, source.values());
    if (x.value)
      BOOST_TEST_REQUIRE(equal(evaluate(context<rational>{}, number), *x.value));
    else
      BOOST_REQUIRE_THROW(evaluate(context<rational>{}, number), input_error);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
