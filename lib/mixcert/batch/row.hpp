// A state's spectrum as a row of fixed length that NumPy reads.
#pragma once

#include "mixcert/scalar/interval.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mixcert {

/// `state` u8, `site` u4, `count` u4, `frozen` 2 f8, `ratio` 2 f8, `lower`, `upper` K f8 each, `multiplicity` K u4; all
/// little-endian and packed. The first `count` places of the last three are used; ends that are not there are NaN.
struct row_layout {
  std::size_t values;                                    ///< K, even
  std::size_t bytes() const { return 48 + 20 * values; } ///< of a row
};

/// For cores of this order at most and n streams.
row_layout layout_for(std::size_t core, std::size_t streams);

/// A row of the array of spectra.
struct spectrum_row {
  std::uint64_t state = 0;                        ///< number of the state
  std::uint32_t site = 0;                         ///< number of the site
  std::optional<interval> frozen, ratio;          ///< ||H||, ||J|| / ||H||
  std::vector<spectrum_entry<interval>> spectrum; ///< descending, index by index
};

/// Appends the row. Where the spectrum has more entries than places, neighbours that this widens least become one,
/// their hull.
void append_row(const row_layout& layout, const spectrum_row& row, std::string& bytes);

/// The parts of a stored row that a summary needs. `bytes` are of one row.
struct row_headline {
  std::uint64_t state;                                     ///< number of the state
  std::uint32_t site, count;                               ///< number of the site, and how many places are used
  double norm_lower, norm_upper, ratio_lower, ratio_upper; ///< NaN where they are not there
};
/// Of the bytes of a row.
row_headline headline_of(const row_layout& layout, const char* bytes);
/// The spectrum of a stored row, `from` of its entries empty. Throws input_error where it is none.
std::vector<spectrum_entry<interval>> spectrum_in(const row_layout& layout, const char* bytes);

/// The beginning of a .npy file of so many rows, always `npy_header_bytes` long.
inline constexpr std::size_t npy_header_bytes = 512;
std::string npy_header_of(const row_layout& layout, std::size_t rows);

} // namespace mixcert
