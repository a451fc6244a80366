// A small model with weights out of a hat.
#pragma once

#include "cotangents/transformer.hpp"

#include <random>

namespace mixcert::test {

inline const std::vector<std::size_t> small_text = {3, 0, 4, 1};

/// Two blocks, two streams of eight features, two heads; weights are multiples of 2^-11 below 1/2, so that a far
/// smaller step can be added to one exactly.
inline cotangents::model_weights<double> small_model() {
  constexpr std::size_t n = 2, d = 8, vocabulary = 5, positions = 4, hidden = 12, heads = 2;
  std::mt19937_64 random(7);
  const auto list = [&](std::size_t count) {
    std::vector<double> values(count);
    for (double& x : values) x = std::ldexp(static_cast<double>(random() % 2047) - 1023, -11);
    return values;
  };
  const auto table = [&](std::size_t rows, std::size_t cols) { return matrix<double>(rows, cols, list(rows * cols)); };
  const auto router = [&] {
    hc_site site;
    static_cast<tanh_gates&>(site) = {table(n, 1 + n), table(d, 1 + n), 0.25, list(n), list(d), 0.5};
    site.gamma = list(d);
    return site;
  };
  cotangents::model_weights<double> model{n, table(vocabulary, d), table(positions, d), {}, list(d), 0x1p-17};
  for (int l = 0; l < 2; ++l)
    model.blocks.push_back({{router(), list(d), {table(3 * d, d), table(d, d), heads}},
                            {router(), list(d), {table(hidden, d), table(d, hidden)}}});
  return model;
}

inline std::vector<cotangents::router_derivative> everywhere(cotangents::router_derivative derivative,
                                                             std::size_t sites = 4) {
  return std::vector<cotangents::router_derivative>(sites, derivative);
}

} // namespace mixcert::test
