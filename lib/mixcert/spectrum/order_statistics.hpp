// Joining lists of enclosed singular values.
#pragma once

#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

/// `multiplicity` consecutive singular values, each in `value`.
template <class Enclosure> struct spectrum_entry {
  Enclosure value;              ///< an enclosure
  std::size_t multiplicity = 1; ///< how many values it holds, one behind the other
  std::string from;             ///< "core", "tail", or "merged" when the two ends come from different parts
};

/// The union of index-exact lists: the i-th largest value of the union lies in the i-th enclosure of the result
/// (entries expanded by multiplicity), both ends descending. Lower and upper ends are sorted separately, for sorting
/// the intervals by one end alone would be false (theorem T3, merging). Entries of multiplicity 0 are ignored.
template <class Interval>
std::vector<spectrum_entry<Interval>> merge(const std::vector<spectrum_entry<Interval>>& parts);

extern template std::vector<spectrum_entry<interval>> merge(const std::vector<spectrum_entry<interval>>&);
extern template std::vector<spectrum_entry<mp_interval>> merge(const std::vector<spectrum_entry<mp_interval>>&);

} // namespace mixcert
