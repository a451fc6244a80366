// What a batch says of one state.
#pragma once

#include "mixcert/batch/row.hpp"
#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/certificate/certificate.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// Why there is no spectrum of a state: what it holds is wrong, it could not be read or memory ran out, or no bound
/// could be had. `operational` failures are worth another try, as the others end alike.
struct state_failure {
  /// The three kinds.
  enum kind { input, operational, not_certified } what; ///< why there is no spectrum
  std::string reason;                                   ///< for people
};

/// A spectrum with its headline quantities, as a certificate defines them.
struct state_result {
  /// The two ways.
  enum kind { lanes, certificate } method;                       ///< from lanes, or as `certify` does
  std::vector<spectrum_entry<interval>> spectrum;                ///< all values, descending, index by index
  interval norm{0}, frozen_norm{0}, smallest{0}, mean_square{0}; ///< the headline numbers
  std::optional<interval> norm_ratio = std::nullopt;             ///< absent where ||H|| may be zero
  std::size_t rank_at_least = 0, rank_at_most = 0;               ///< certified bounds of the feedback's rank
};

/// What is written of one state.
struct state_record {
  std::size_t site = 0, state = 0;      ///< their numbers
  std::string sha256;                   ///< of the state's bytes, where it was asked for
  std::optional<state_failure> failure; ///< where there is no spectrum
  std::optional<state_result> result;   ///< unless it failed
};

/// `rank_at_most` bounds the rank of the feedback at all states; width = d. Requires a certified spectrum.
state_result result_of(const state_spectrum& spectrum, std::size_t width, std::size_t rank_at_most);
state_result result_of(const certificate& certificate);

/// A JSON object in a line, its checksum and a line feed included.
std::string line_of(const state_record& record, const std::string& prefix);
/// Whether one of these lines is of an operational failure.
bool is_worth_another_try(std::string_view lines);
/// Its row in the array.
spectrum_row row_of(const state_record& record);

} // namespace mixcert
