// Everything that is measured on a realised map, its gates and its state, by name.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/precision.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// A measured number, of one or two streams where it is about these. Not bounded where it may not exist.
struct measure {
  std::string name;                 ///< as docs/reference/diagnose.md defines it
  std::vector<std::size_t> streams; ///< those that it speaks of
  mp_interval value;                ///< enclosed
};

/// Of a square map H with n >= 1: gains, sum errors, least entry, distances from the identity, hull defect, and the
/// largest, second (n >= 2) and smallest singular value (theorem T5). Throws not_certified when H is unbounded or its
/// singular values could not be verified.
std::vector<measure> measures_of_map(const matrix<mp_interval>& H, const precision& places);

/// Of a state X, n x d, alone and under H: cosines of pairs of streams and their mean (n >= 2), range excess, mean
/// defect.
std::vector<measure> measures_of_state(const matrix<mp_interval>& H, const matrix<mp_interval>& X);

/// Of gates, at least one: every stream's load and the effective count of streams. `which`, "read" or "write", is what
/// the names begin with.
std::vector<measure> measures_of_gates(const std::string& which, const std::vector<mp_interval>& gates);

/// Of the states of a sequence by their loads, at least one: every stream's mean load, the load-effective stream count,
/// and the share of states that have the most frequent winner, between the bounds of count_winners.
std::vector<measure> measures_of_sequence(const std::string& which, const std::vector<std::vector<mp_interval>>& loads);

/// The formula behind a name. Throws std::out_of_range for a name that means nothing.
std::string definition_of(std::string_view name);

} // namespace mixcert
