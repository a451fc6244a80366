// The parts of a diagnosis's document.
#pragma once

#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/proof/document.hpp"

#include <string>
#include <vector>

namespace mixcert::proof {

/// The names of the quantities, in the order in which they first are.
std::vector<std::string> names_in(const diagnosis& diagnosis);
/// Whether quantities of Jacobians are among them.
bool has_jacobians(const diagnosis& diagnosis);

/// What each name means, and how means, products and interventions are meant where there are any.
section definition_section(const diagnosis& diagnosis);

/// What follows, the steps from the claims to it, and the means over states, sequences and sites. Throws input_error
/// where a claim is missing.
section result_section(const diagnosis& diagnosis);
/// Quantities of single states and sequences.
section single_section(const diagnosis& diagnosis);
/// Quantities under interventions, with their changes.
section intervention_section(const diagnosis& diagnosis);

/// H and the gates at each site and state, of many those of the first and the last.
section forward_section(const diagnosis& diagnosis);
/// The states, and the tensors of each site; of many the first and the last.
section sites_section(const diagnosis& diagnosis);

} // namespace mixcert::proof
