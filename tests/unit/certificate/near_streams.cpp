// Streams that differ by far less than the witnesses' places cost no digits.
#include "certified.hpp"

#include "mixcert/scalar/directed.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(near_streams)

BOOST_AUTO_TEST_CASE(enclosures_stay_sharp) {
  mixcert::mixer_input input = small_hc_input(31, 4, 12);
  for (const double small : {0x1p-20, 0x1p-60, 0x1p-75, 0x1p-300, 0.0}) {
    for (std::size_t s = 0; s < 4; ++s) {
      for (std::size_t c = 0; c < 11; ++c) input.state(s, c) = input.state(0, c);
      input.state(s, 11) = small * static_cast<double>(s * s);
    }
    const mixcert::certificate c = certified(input);
    const double norm = c.quantities.norm.upper();
    for (const auto& entry : c.spectrum) BOOST_TEST(mixcert::width_up(entry.value) <= 0x1p-51 * norm, small);
    BOOST_TEST(c.core.dimension == 4u * (small == 0 ? 5u : 8u));
  }
}

BOOST_AUTO_TEST_SUITE_END()
