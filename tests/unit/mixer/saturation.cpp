// Logits at which a softmax or tanh is saturated as far as any arithmetic sees: everything stays finite, and enclosures
// in multiple precision stay narrow.
#include "dense.hpp"

#include "support/mixer_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <tuple>

using mixcert::float64;
using mixcert::interval;
using mixcert::mp_interval;
using mixcert::quad;

namespace {

struct example {
  const char* mixer;
  const char* logits; ///< the tensor added to them
  std::size_t n, d;
};

const example examples[] = {{"hc-paper", "norm.bias", 3, 4},
                            {"lucid-mhc", "static_alpha", 3, 4},
                            {"lucid-mhc", "static_alpha", 4, 4},
                            {"mhc-flat", "b_res", 3, 3},
                            {"mhc-lite", "static_alpha", 3, 3},
                            {"mhc-lite", "static_alpha", 4, 2},
                            {"kromhc", "static_alpha", 4, 3},
                            {"kromhc", "static_alpha", 8, 2},
                            {"go-mhc", "b_res", 3, 3},
                            {"go-mhc", "b_res", 4, 2},
                            {"krom-go", "b_res", 4, 3},
                            {"ohc", "b_res", 4, 3},
                            {"shc", "static_alpha_residual", 4, 3},
                            {"jpmhc", "fused_proj.bias", 3, 3},
                            {"jpmhc", "fused_proj.bias", 4, 2},
                            {"circulant", "b", 4, 3},
                            {"static", "H_res_logits", 3, 2}};

/// Its numbers, which are at most 2 in size, times 5000; permutations, within reach of binary64, for mhc-flat and
/// static.
mixcert::mixer_input saturated(const example& x, std::uint64_t seed) {
  mixcert::mixer_input input = mixcert::test::small_input(mixcert::find_mixer(x.mixer), seed, x.n, x.d);
  for (double& value : input.parameters.at(x.logits)) value *= 5000;
  if (std::string(x.mixer) == "mhc-flat" || std::string(x.mixer) == "static")
    for (std::size_t j = 0; j < x.n; ++j)
      for (std::size_t k = 0; k < x.n; ++k)
        input.parameters.at(x.logits)[j * x.n + k] = k == (j + seed) % x.n ? 1e4 : -1e4;
  return input;
}

} // namespace

BOOST_AUTO_TEST_SUITE(saturation)

using scalars = std::tuple<float64, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_is_nan_or_infinite, S, scalars) {
  for (const example& x : examples)
    for (std::uint64_t seed = 1; seed <= 8; ++seed) BOOST_TEST_CONTEXT(x.mixer << ", seed " << seed) {
        const auto lists =
            evaluated(numbers_of<S>, mixcert::find_mixer(x.mixer).evaluate(numbers_of<S>, saturated(x, seed)), x.d);
        const auto finite = [](const S& value) { return is_finite(ends(value)); };
        BOOST_TEST(std::all_of(lists.gates.begin(), lists.gates.end(), finite));
        BOOST_TEST(std::all_of(lists.derivatives.begin(), lists.derivatives.end(), finite));
      }
}

// To the largest value, or to H where all derivatives are smaller than its places: logarithms of scalings of order 1
// cancel there (theorem T14).
BOOST_AUTO_TEST_CASE(enclosures_stay_narrow) {
  const mixcert::context<mp_interval>& numbers = numbers_of<mp_interval>;
  const mp_interval least = mixcert::exact_constant("1e-85").value(numbers),
                    relative = mixcert::exact_constant("1e-20").value(numbers);
  for (const example& x : examples)
    for (std::uint64_t seed = 1; seed <= 8; ++seed) BOOST_TEST_CONTEXT(x.mixer << ", seed " << seed) {
        const auto e = mixcert::find_mixer(x.mixer).evaluate(numbers, saturated(x, seed));
        const auto narrow = [&](const std::vector<mp_interval>& values) {
          mp_interval largest = least, widest = numbers.exact(0);
          for (const mp_interval& value : values) {
            largest = max(largest, abs(value));
            widest = max(widest, abs(value - value));
          }
          return certainly_less(widest, largest * relative);
        };
        BOOST_TEST(narrow(e.H.values()));
        BOOST_TEST(narrow(dense(numbers, e, e.dH, e.dH_arrays, x.d)));
      }
}

BOOST_AUTO_TEST_SUITE_END()
