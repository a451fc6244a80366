#include "spectral_reach/search.hpp"

#include "mixcert/mixer/detail/cayley.hpp"
#include "spectral_reach/cloud.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <Eigen/Eigenvalues>

namespace mixcert::study {
namespace {

/// Of the target from the spectrum; real eigenvalues are added 1 if it is not real, and the others if it is, as a
/// search that follows them does not leave them.
double distance_from_spectrum(const matrix<double>& H, std::complex<double> target) {
  const auto n = static_cast<Eigen::Index>(H.rows());
  using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd copy = Eigen::Map<const row_major>(H.values().data(), n, n);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(copy, false);
  if (solver.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (const std::complex<double>& z : solver.eigenvalues()) {
    const bool same_kind = (z.imag() == 0) == (target.imag() == 0);
    least = std::min(least, std::abs(z - target) + (same_kind ? 0 : 1));
  }
  return least;
}

} // namespace

std::vector<double> searched_logits(const constant_router& router, std::complex<double> target,
                                    const std::vector<double>& start, std::size_t trials, uniform_source& source) {
  const context<float64> numbers;
  const auto distance_of = [&](const std::vector<double>& logits) {
    return distance_from_spectrum(router.evaluate(numbers, logits).H, target);
  };
  std::vector<double> best = start;
  double least = distance_of(best), step = 1;
  for (std::size_t k = 1; k < trials; ++k) {
    const bool draws = 10 * k < trials;
    std::vector<double> next = draws ? random_logits(router.logits(), source) : best;
    if (!draws)
      for (double& z : next) z += step * source(-1, 1);
    const double distance = distance_of(next);
    const bool better = distance < least;
    if (better) {
      best = std::move(next);
      least = distance;
    }
    if (!draws) step *= better ? 1.5 : 0.9; // about the same where one trial in five is better
  }
  return best;
}

std::vector<double> lifted(const std::vector<double>& logits, std::size_t n, std::size_t s) {
  const auto from = skew_places(n, skew_order::upper_rows), to = skew_places(n * s, skew_order::upper_rows);
  std::vector<double> r;
  for (const auto& [i, j] : to) {
    const auto place = std::find(from.begin(), from.end(), std::pair(i / s, j / s));
    r.push_back(i % s == j % s && place != from.end() ? logits[place - from.begin()] : 0);
  }
  return r;
}

} // namespace mixcert::study
