#include "support/mixer_examples.hpp"

#include "support/mixer_cases.hpp"

#include <algorithm>

std::ostream& operator<<(std::ostream& out, const mixer_example& x) {
  out << x.mixer << ", " << x.n << " x " << x.d;
  for (const auto& [key, value] : x.convention) out << ", " << key << " = " << value;
  return out;
}

mixcert::mixer_input input_of(const mixer_example& x) {
  return mixcert::test::small_input(mixcert::find_mixer(x.mixer), 100 + x.n, x.n, x.d, x.convention);
}

namespace {

/// With the usual example of each mixer that has none.
std::vector<mixer_example> with_newcomers(std::vector<mixer_example> examples) {
  for (const std::string& name : mixcert::mixer_names()) {
    const auto is_of = [&](const mixer_example& x) { return x.mixer == name; };
    const mixcert::state_size usual = mixcert::find_mixer(name).usual_size();
    if (std::none_of(examples.begin(), examples.end(), is_of))
      examples.push_back({name, usual.n, std::min<std::size_t>(usual.d, 5)});
  }
  return examples;
}

} // namespace

const std::vector<mixer_example>& mixer_examples() {
  static const std::vector<mixer_example> examples = with_newcomers(
      {{"hc", 1, 3},
       {"hc", 2, 2, {{"gamma_offset", "0"}}},
       {"hc", 3, 4, {{"norm_clamp", "1.25"}}},
       {"hc", 4, 5},
       {"hc", 8, 2},
       {"hc-paper", 1, 3},
       {"hc-paper", 2, 2},
       {"hc-paper", 3, 4, {{"norm_eps", "0"}}},
       {"hc-paper", 4, 6, {{"norm_eps", "0.5"}}},
       {"hc-paper", 8, 3},
       {"lucid-mhc", 1, 3},
       {"lucid-mhc", 2, 3, {{"iterations", "1"}}},
       {"lucid-mhc", 3, 2, {{"iterations", "2"}, {"gamma_offset", "0"}}},
       {"lucid-mhc", 4, 5, {{"norm_clamp", "3.125"}}},
       {"lucid-mhc", 4, 5, {{"sinkhorn_clamp", "0.9"}, {"iterations", "3"}}},
       {"lucid-mhc", 3, 4, {{"sinkhorn_clamp", "0.999"}, {"iterations", "6"}}},
       {"lucid-mhc", 8, 2, {{"sinkhorn_clamp", "0"}}},
       {"mhc-flat", 1, 4},
       {"mhc-flat", 2, 3, {{"iterations", "1"}}},
       {"mhc-flat", 3, 2, {{"order", "columns-rows"}, {"iterations", "2"}}},
       {"mhc-flat", 4, 3, {{"orientation", "transposed"}}},
       {"mhc-flat", 4, 2, {{"order", "columns-rows"}, {"orientation", "transposed"}, {"norm_eps", "0.5"}}},
       {"mhc-flat", 8, 2, {{"iterations", "3"}}},
       {"mhc-v4", 1, 3},
       {"mhc-v4", 2, 3, {{"iterations", "1"}}},
       {"mhc-v4", 3, 2, {{"hc_eps", "0"}, {"iterations", "3"}}},
       {"mhc-v4", 4, 3, {{"norm_eps", "0.5"}, {"hc_eps", "0.125"}}},
       {"mhc-v4", 8, 2, {{"iterations", "2"}}},
       {"mhc-lite", 1, 3},
       {"mhc-lite", 2, 3},
       {"mhc-lite", 3, 4, {{"gamma_offset", "0"}}},
       {"mhc-lite", 4, 2},
       {"mhc-lite", 4, 2, {{"norm_clamp", "1000"}}},
       {"kromhc", 2, 3},
       {"kromhc", 4, 3},
       {"kromhc", 8, 2},
       {"kromhc", 6, 2, {{"factors", "2x3"}}},
       {"kromhc", 6, 2, {{"factors", "3x2"}, {"norm_clamp", "1000"}}},
       {"kromhc", 3, 4, {{"factors", "3"}}},
       {"go-mhc", 1, 3},
       {"go-mhc", 2, 3, {{"s", "1"}}},
       {"go-mhc", 3, 2},
       {"go-mhc", 3, 2, {{"s", "3"}, {"norm_eps", "0.5"}}},
       {"go-mhc", 4, 2, {{"s", "1"}, {"skew_order", "lower-columns"}}},
       {"go-mhc", 4, 2, {{"skew_order", "upper-columns"}}},
       {"go-mhc", 8, 2, {{"s", "1"}, {"skew_order", "lower-rows"}}},
       {"krom-go", 2, 3},
       {"krom-go", 3, 2, {{"factors", "3"}}},
       {"krom-go", 4, 2, {{"s", "1"}, {"norm_eps", "0"}}},
       {"krom-go", 6, 2, {{"factors", "2x3"}, {"s", "2,1"}}},
       {"krom-go", 8, 2, {{"s", "1,2,1"}}},
       {"ohc", 4, 2},
       {"ohc", 4, 5, {{"norm_eps", "0.5"}}},
       {"shc", 1, 3},
       {"shc", 2, 3},
       {"shc", 3, 2, {{"gamma_offset", "0"}}},
       {"shc", 4, 3},
       {"shc", 4, 2, {{"norm_clamp", "1000"}}},
       {"shc", 8, 2},
       {"jpmhc", 1, 4},
       {"jpmhc", 2, 3},
       {"jpmhc", 3, 2, {{"iterations", "0"}, {"norm_eps", "0"}}},
       {"jpmhc", 4, 3},
       {"jpmhc", 4, 2, {{"iterations", "5"}, {"cayley_alpha", "-0.1"}, {"norm_eps", "0.5"}}},
       {"jpmhc", 8, 2, {{"iterations", "1"}}},
       {"circulant", 1, 3},
       {"circulant", 2, 3},
       {"circulant", 4, 2, {{"gamma", "0.3"}}},
       {"circulant", 4, 3, {{"norm_eps", "0.5"}}},
       {"circulant", 8, 2, {{"gamma", "0"}}},
       {"static", 1, 2},
       {"static", 3, 2, {{"iterations", "3"}, {"temperature", "0.5"}}},
       {"static", 4, 2, {{"kind", "matrix"}}},
       {"static", 2, 2, {{"kind", "identity"}}},
       {"balanced", 2, 1, {{"K", "2.5"}, {"epsilon", "0.25"}}},
       {"balanced", 2, 1, {{"K", "-1"}}},
       {"cayley", 3, 1, {{"K", "10"}}},
       {"cayley", 3, 4, {{"K", "-2"}}}});
  return examples;
}
