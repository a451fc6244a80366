// Sizes of Kronecker factors, as a convention names them.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/convention.hpp"

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// The sizes that the key `factors` names, the outermost first: `2x3`, or `binary` for 2x2x...x2. Throws input_error
/// unless each is from 2 to most and they multiply to n.
inline std::vector<std::size_t> factors_of(std::string_view mixer, const mixer_convention& convention, std::size_t n,
                                           std::size_t most) {
  const std::string& text = convention.at("factors").text();
  const auto refuse = [&](const std::string& what) {
    return input_error("mixer '" + std::string(mixer) + "' with factors " + text + ": " + what);
  };
  std::vector<std::size_t> factors;
  std::size_t product = 1;
  if (text == "binary") {
    for (; product < n; product *= 2) factors.push_back(2);
    if (n < 2 || product != n)
      throw refuse("the number of streams must be a power of two, 2 at least, and is " + std::to_string(n) +
                   "; name the factors, such as factors=2x3 for 6 streams");
    return factors;
  }
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    std::size_t f = 0;
    const auto [after, error] = std::from_chars(at, end, f);
    if (error != std::errc{} || f < 2 || f > most || (after != end && *after != 'x'))
      throw refuse("write sizes from 2 to " + std::to_string(most) + " with an x between them, such as 2x3; or binary");
    factors.push_back(f);
    product *= f;
    if (product > n || after == end) break;
    at = after;
  }
  if (product != n)
    throw refuse("they do not multiply to the number of streams, " + std::to_string(n) + "; name others");
  return factors;
}

} // namespace mixcert
