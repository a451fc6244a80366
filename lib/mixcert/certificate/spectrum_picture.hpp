// A spectrum as a picture.
#pragma once

#include "mixcert/certificate/certificate.hpp"

#include <string>

namespace mixcert {

/// An SVG document of the singular values in descending order: a mark for each of the core's, a bar with its
/// multiplicity for each that is repeated, the height of its enclosure where it can be seen, and a line at the norm of
/// the frozen map. Each mark has its enclosure as its title. It follows the reader's light or dark theme. Places in it
/// are binary64 numbers and claim nothing.
std::string spectrum_picture(const certificate& c);

} // namespace mixcert
