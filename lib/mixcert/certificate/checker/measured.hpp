// What is measured on realised maps, a second time from docs/reference/diagnose.md.
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mixcert::checker {

/// By name, with a blank and the number of each stream that the quantity is of. Unbounded where it may not exist.
using measured_values = std::map<std::string, interval>;
using gate_values = std::vector<interval>;

/// Names of the gates' quantities begin so.
inline const std::array<std::string, 2> gate_names{"read", "write"};

/// The formula that a certificate states beside a quantity of this name. Throws malformed for a name without meaning.
std::string definition_of(const std::string& name);

measured_values of_map(const interval_matrix& H, mpfr_prec_t bits);
measured_values of_state(const interval_matrix& H, const dyadic_matrix& X, mpfr_prec_t bits);
measured_values of_gates(const std::string& which, const gate_values& gates);

/// The states of a sequence: loads, and the share of those that have one winner.
measured_values of_sequence(const std::string& which, const std::vector<gate_values>& tokens, mpfr_prec_t bits);
gate_values mean_load(const std::vector<gate_values>& tokens);

/// Of lists of the same names.
measured_values mean_of(const std::vector<measured_values>& lists);
interval_matrix mean_of(const std::vector<interval_matrix>& maps);

/// Whether stream j has the highest of these values, or the lowest; none where that is not certain.
std::optional<bool> is_highest(const gate_values& values, std::size_t j);
/// Likewise of the sizes of gates; a winner's is above 0.
std::optional<bool> is_winner(const gate_values& gates, std::size_t j);
gate_values absolute(gate_values gates);
gate_values negative(gate_values values);

/// For each stream how many tokens it has certainly won, and may have won.
struct winner_counts {
  std::vector<std::size_t> certain, possible;
};
winner_counts count_winners(const std::vector<gate_values>& tokens);

/// The k gates largest in absolute value times `scale`, the others zero. Throws not_established where it is not certain
/// which these are.
struct kept_gates {
  interval scale;
  gate_values gates;
};
kept_gates keep_largest(const gate_values& gates, std::size_t k);

} // namespace mixcert::checker
