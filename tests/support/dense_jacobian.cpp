#include "support/dense_jacobian.hpp"

#include "mixcert/jacobian/map.hpp"

namespace mixcert::test {

matrix<double> dense_jacobian(const mixer& mixer, const mixer_input& input) {
  mixer_input midpoint = input;
  midpoint.state_radius = {};
  const context<float64> numbers;
  const feedback<float64> f =
      feedback_of(numbers, mixer.evaluate(numbers, midpoint), midpoint, core_method::stream_adapted);
  const std::size_t o = f.frozen.rows(), n = input.state.rows(), d = input.state.cols(), m = f.sources.rows();
  matrix<double> J(o * d, n * d, 0.0);
  for (std::size_t i = 0; i < o; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < d; ++c) J(i * d + c, j * d + c) = f.frozen(i, j);
  for (std::size_t j = 0; j < m; ++j) {
    std::vector<double> source(d, 0.0);
    for (std::size_t g = 0; g < f.generators.size(); ++g)
      for (std::size_t c = 0; c < d; ++c) source[c] += f.sources(j, g) * f.generators[g].row[c];
    for (std::size_t i = 0; i < o; ++i)
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t c = 0; c < d; ++c) {
          double D = 0;
          for (std::size_t g = 0; g < f.generators.size(); ++g)
            D += f.derivatives[i * m + j](s, g) * f.generators[g].row[c];
          for (std::size_t a = 0; a < f.arrays.size(); ++a) D += f.array_weights(i * m + j, a) * f.arrays[a].rows[s][c];
          for (std::size_t e = 0; e < d; ++e) J(i * d + e, s * d + c) += source[e] * D;
        }
  }
  return J;
}

} // namespace mixcert::test
