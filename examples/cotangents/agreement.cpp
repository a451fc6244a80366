#include "cotangents/agreement.hpp"

#include "mixcert/error.hpp"

#include <cstddef>
#include <string>

namespace mixcert::cotangents {
namespace {

agreement judged(const mp_interval& distance, double accuracy) {
  const mp_interval allowed(accuracy, distance.bits());
  const verdict what = certainly_less_equal(distance, allowed) ? verdict::agrees
                       : certainly_less(allowed, distance)     ? verdict::disagrees
                                                               : verdict::undecided;
  return {what, magnitude_up(distance)};
}

void require_equal_lengths(std::size_t given, std::size_t wanted) {
  if (given != wanted)
    throw input_error("a reference has " + std::to_string(given) + " numbers where the model gives " +
                      std::to_string(wanted) + "; references belong to the model beside them");
}

} // namespace

agreement compare(const std::vector<mp_interval>& enclosures, const std::vector<double>& reference, double accuracy) {
  require_equal_lengths(reference.size(), enclosures.size());
  mp_interval sum(0, enclosures.front().bits());
  for (std::size_t i = 0; i < enclosures.size(); ++i) sum += sqr(enclosures[i] - mp_interval(reference[i], sum.bits()));
  return judged(sqrt(sum), accuracy);
}

agreement compare_largest(const std::vector<mp_interval>& enclosures, const std::vector<double>& reference,
                          double accuracy) {
  require_equal_lengths(reference.size(), enclosures.size());
  mp_interval largest(0, enclosures.front().bits());
  for (std::size_t i = 0; i < enclosures.size(); ++i)
    largest = max(largest, abs(enclosures[i] - mp_interval(reference[i], largest.bits())));
  return judged(largest, accuracy);
}

} // namespace mixcert::cotangents
