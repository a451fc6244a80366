// The parts of a mixer's document.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/proof/document.hpp"

#include <string>

namespace mixcert::proof {

/// What changes with the map: the letter of the frozen mixer, the formula of the map, the size of the Jacobian.
struct map_words {
  std::string frozen, frozen_words, formula, jacobian; ///< in LaTeX but for the second, which is words
};

/// The words for a map.
map_words words_of(const certificate_subject& subject);

/// Equations, map, data.
section map_section(const certificate& certificate);
/// The statements that the proof uses.
section theorem_section(const certificate& certificate);
/// What follows, and the steps from the claims to it. Throws input_error where a claim is missing.
section result_section(const certificate& certificate);
/// Singular values and entries of the frozen mixer.
section frozen_section(const certificate& certificate);
section core_section(const certificate& certificate);

} // namespace mixcert::proof
