// The equations of mixer `krom-go`: see krom_go.hpp.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/factors.hpp"
#include "mixcert/mixer/detail/kronecker_energy.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <charconv>
#include <string>
#include <system_error>
#include <vector>

namespace mixcert {

/// The numbers that the text lists, for so many factors; one number is meant for all.
inline std::vector<std::size_t> block_sides(const std::string& text, std::size_t factors) {
  std::vector<std::size_t> sides;
  const auto refuse = [&] {
    return input_error("mixer 'krom-go' with s = " + text + "; write one number from 1 to " +
                       std::to_string(most_rotated) + ", or one for each of the " + std::to_string(factors) +
                       " factors with commas between them, such as 2,1");
  };
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    std::size_t s = 0;
    const auto [after, error] = std::from_chars(at, end, s);
    if (error != std::errc{} || s < 1 || s > most_rotated || (after != end && *after != ',')) throw refuse();
    sides.push_back(s);
    if (after == end) break;
    at = after;
  }
  if (sides.size() == 1) sides.resize(factors, sides.front());
  if (sides.size() != factors) throw refuse();
  return sides;
}

/// Those that the convention names, the outermost first. Throws input_error unless they fit n streams.
inline std::vector<energy_factor> krom_go_factors(std::size_t n, const mixer_convention& convention) {
  const std::vector<std::size_t> sizes = factors_of("krom-go", convention, n, most_rotated);
  const std::vector<std::size_t> sides = block_sides(convention.at("s").text(), sizes.size());
  std::vector<energy_factor> r;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] * sides[k] > most_rotated)
      throw input_error("mixer 'krom-go': factor " + std::to_string(k) + " of size " + std::to_string(sizes[k]) +
                        " with s = " + std::to_string(sides[k]) + " has an orthogonal matrix of more than " +
                        std::to_string(most_rotated) + " rows; choose a smaller s");
    r.push_back({sizes[k], sides[k]});
  }
  return r;
}

template <scalar S>
mixer_evaluation<S> evaluate_krom_go(const context<S>& context, const mixer_input& input, const matrix<S>& X) {
  return evaluate_kronecker_energy(context, input, X, krom_go_factors(X.rows(), input.convention));
}

} // namespace mixcert
