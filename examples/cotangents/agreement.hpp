// Whether a reference is as near to an enclosure as it should be.
#pragma once

#include "mixcert/scalar/mp_interval.hpp"

#include <vector>

namespace mixcert::cotangents {

enum class verdict {
  agrees,    ///< every member of the enclosure is within the accuracy of the reference
  disagrees, ///< none is
  undecided  ///< the enclosure is too wide to say
};

struct agreement {
  verdict what;
  double distance; ///< an upper bound of that of members from the reference
};

/// Of the Euclidean distance of two lists. Throws input_error unless they are equally long; requires an entry.
agreement compare(const std::vector<mp_interval>& enclosures, const std::vector<double>& reference, double accuracy);

/// Of the largest distance of two entries, otherwise the same.
agreement compare_largest(const std::vector<mp_interval>& enclosures, const std::vector<double>& reference,
                          double accuracy);

} // namespace mixcert::cotangents
