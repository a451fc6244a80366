// The spectra that a page can show.
#pragma once

#include "number_json.hpp"
#include "reported_state.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace mixcert::report {

/// A source and a state of it, by number.
using state_place = std::pair<std::size_t, std::size_t>;

/// The states whose spectra are there: of every site the one with the largest upper end of ||J|| / ||H||, then of every
/// site the next, those with larger ends first.
std::vector<state_place> states_with_spectra(const std::vector<source>& sources);

/// `entries` of [enclosure, multiplicity, from], descending, `from` empty in rows of a batch; of a certificate also the
/// n values of H (`frozen`) and H itself.
json spectrum_view(const reported_state& state);

} // namespace mixcert::report
