// A computed number beside its closed form.
#pragma once

#include "mixcert/construction/arithmetic.hpp"
#include "mixcert/construction/closed_form.hpp"
#include "mixcert/expression/parameters.hpp"
#include "mixcert/scalar/mp_float.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mixcert {

/// Proved to hold the number, nothing but a guess of it, or the number itself.
using computed_number = std::variant<mp_interval, mp_float, rational>;

/// From the best to the worst. Only the first and the last are certified.
enum class outcome {
  agrees,             ///< every enclosure holds the value of the closed form, and is narrow; or the numbers are equal
  agrees_uncertified, ///< a guess near the value
  not_resolved,       ///< no such guess, and the value is so small beside the largest that none is to be expected
  not_rational,       ///< there is no such exact number
  undecided,          ///< an enclosure that may hold the value, but is wide; or none
  differs_uncertified,
  disagrees ///< an enclosure that does not hold the value, or another number
};

/// In order, from the best.
inline constexpr std::array every_outcome{
    outcome::agrees,    outcome::agrees_uncertified,  outcome::not_resolved, outcome::not_rational,
    outcome::undecided, outcome::differs_uncertified, outcome::disagrees};

/// `agrees`, `agrees (uncertified)`, `not resolved (uncertified)`, `not rational`, `undecided`,
/// `differs (uncertified)`, `disagrees`.
std::string to_string(outcome outcome);

/// What a number is compared with.
struct reference_value {
  std::string quantity;  ///< "singular value", ...
  expression form;       ///< in terms of the parameters
  std::size_t count = 1; ///< how many numbers should have this value
};

/// A closed form beside what was computed.
struct comparison {
  reference_value reference;               ///< the form
  mp_interval value;                       ///< of the closed form, thin
  std::optional<computed_number> computed; ///< the hull of the enclosures, the guess farthest off, or the number
  /// Upper bound of the width of `computed`, or for a guess of its distance from the value, in units of the last of 53
  /// places of the value; where that is 0, of the least magnitude above 0 among the values compared with.
  std::optional<mp_float> ulps;
  outcome result;
};

/// So many of those units are 2^-30 of the value or less: what is narrow, and what is near.
inline constexpr double most_ulps = 0x1p22;

/// Each reference with its computed numbers, one or more. A guess is not resolved where it is no nearer and the value
/// is below 2^(30 - p) of the largest one, p being the places of the arithmetic.
std::vector<comparison> compare(const std::vector<reference_value>& references,
                                const std::vector<std::vector<computed_number>>& computed, const parameters& values,
                                const arithmetic& arithmetic);

/// A computed number that occurs several times.
struct repeated_number {
  computed_number value; ///< as it was computed
  std::size_t count = 1; ///< how often it was found
};

/// The numbers that belong to each reference when both are sorted by descending values: for index-exact enclosures of
/// a spectrum, or guesses. Throws std::invalid_argument when there are not as many numbers as values.
std::vector<std::vector<computed_number>> in_order(const std::vector<reference_value>& references,
                                                   const std::vector<repeated_number>& descending,
                                                   const parameters& values);

/// The values of a closed form as references, their counts evaluated.
std::vector<reference_value> references_of(const closed_form& form, const parameters& values);

} // namespace mixcert
