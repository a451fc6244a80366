#include "mixcert/jacobian/detail/chain_map.hpp"

#include "mixcert/spectrum/detail/vectors.hpp"

namespace mixcert {

using detail::add_multiple;
using detail::inner;
using detail::row;

chain_map::chain_map(const factor_chain& chain)
    : chain_(chain), frozen_(map(chain.frozen, [](const mp_interval& x) { return to_double(midpoint(x, 53)); })) {}

std::vector<double> chain_map::times(const std::vector<double>& z) const {
  const std::size_t n = frozen_.rows(), d = chain_.sources.cols(), s = chain_.sources.rows();
  const std::vector<double> on_sources = detail::times(chain_.coordinates.high, detail::times(chain_.rows.high, z));
  std::vector<double> r(n * d, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) add_multiple(&r[i * d], frozen_(i, j), &z[j * d], d);
    for (std::size_t c = 0; c < s; ++c) add_multiple(&r[i * d], on_sources[i * s + c], row(chain_.sources, c), d);
  }
  return r;
}

std::vector<double> chain_map::transposed_times(const std::vector<double>& y) const {
  const std::size_t n = frozen_.rows(), d = chain_.sources.cols(), s = chain_.sources.rows();
  std::vector<double> on_sources(n * s);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < s; ++c) on_sources[i * s + c] = inner(&y[i * d], row(chain_.sources, c), d);
  std::vector<double> r =
      detail::transposed_times(chain_.rows.high, detail::transposed_times(chain_.coordinates.high, on_sources));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) add_multiple(&r[j * d], frozen_(i, j), &y[i * d], d);
  return r;
}

} // namespace mixcert
