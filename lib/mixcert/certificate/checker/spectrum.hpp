// What follows from enclosures of values: their order, and quantities (theorem T3 c).
#pragma once

#include "mixcert/certificate/checker/document.hpp"

#include <vector>

namespace mixcert::checker {

/// Throws unless the i-th entry of `spectrum`, expanded by multiplicity, contains the i-th largest lower and
/// the i-th largest upper end of `parts`, for every i, with `from` where these come from, and both expand to `count`
/// values.
void require_merged(const std::vector<spectrum_record>& spectrum, const std::vector<spectrum_record>& parts,
                    std::size_t count);

/// Throws unless each quantity of a mixer's certificate follows from its spectrum and frozen spectrum. `width` is d.
void require_quantities(const quantities_record& q, const std::vector<spectrum_record>& spectrum,
                        const std::vector<enclosure>& frozen, std::size_t width);

/// How many values of J exceed, or stay below, those that F kron I_d has: at least so large is the rank of what lies
/// between them (theorem T8 c).
std::size_t rank_at_least(const std::vector<spectrum_record>& spectrum, const std::vector<enclosure>& frozen,
                          std::size_t width);

} // namespace mixcert::checker
