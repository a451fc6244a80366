// Numbers of a certificate in sentences.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/certificate/scaled_enclosure.hpp"
#include "mixcert/proof/document.hpp"

#include <cstddef>
#include <string>

namespace mixcert::proof {

/// [lo, hi] with the ends as stored, or as 17 digits that contain them.
text in_text(const enclosure& x);
/// The same, times its power of two where there is one.
text in_text(const scaled_enclosure& x);
/// An upper bound with 8 digits, rounded up.
text bound_in_text(double bound);
text in_text(std::size_t count);

/// "7" or "3 to 7".
text indices_in_text(std::size_t first, std::size_t last);

} // namespace mixcert::proof
