// How far the Karpelevich region reaches in a direction.
#pragma once

#include <cstddef>

namespace mixcert::study {

/// About the largest t for which t (x + i y) is in the region of order n, which is star-shaped about 0: by bisection of
/// the library's test. n is 3 or 4; x + i y is not 0.
double boundary_multiple(double x, double y, std::size_t n);

} // namespace mixcert::study
