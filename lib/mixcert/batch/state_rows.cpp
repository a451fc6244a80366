#include "mixcert/batch/state_rows.hpp"

#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {

void state_rows::read(const double* X) {
  std::copy(X, X + rows_.size(), rows_.begin());
  for (std::size_t j = 1; j < delta_.size(); ++j) {
    double* const y = rows_.data() + j * d_;
    double squares = 0, near = 0, lost = 0;
    for (std::size_t c = 0; c < d_; ++c) {
      double difference = 0, error = 0;
      detail::two_sum(y[c], -X[c], difference, error);
      squares += y[c] * y[c];
      near += difference * difference;
      lost += std::fabs(error);
    }
    const bool as_difference = near < squares / 16 && lost == 0;
    delta_[j] = as_difference ? 1 : 0;
    if (as_difference)
      for (std::size_t c = 0; c < d_; ++c) y[c] -= X[c];
  }
}

double state_rows::norm(std::size_t j, double square, double error) const {
  if (square == 0 && std::all_of(row(j), row(j) + d_, [](double x) { return x == 0; })) return 0;
  if (!(square >= 0x1p-400 && square <= 0x1p400)) return std::numeric_limits<double>::infinity();
  return sqrt_up(div_up(square, sub_down(1, add_up(error, 0x1p-52))));
}

} // namespace mixcert
