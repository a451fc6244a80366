#include "mixcert/ball/norm.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// An upper bound of B^T (B x), for B, x >= 0.
std::vector<double> gram_times_up(const matrix<double>& B, const std::vector<double>& x) {
  std::vector<double> y(B.rows(), 0.0), z(B.cols(), 0.0);
  for (std::size_t i = 0; i < B.rows(); ++i)
    for (std::size_t j = 0; j < B.cols(); ++j) y[i] = add_up(y[i], mul_up(B(i, j), x[j]));
  for (std::size_t i = 0; i < B.rows(); ++i)
    for (std::size_t j = 0; j < B.cols(); ++j) z[j] = add_up(z[j], mul_up(B(i, j), y[i]));
  return z;
}

/// x scaled to a largest entry of 1 and kept away from zero.
void make_positive(std::vector<double>& x) {
  const double largest = *std::max_element(x.begin(), x.end());
  for (double& value : x) value = std::max(value / largest, 0x1p-40);
}

double collatz_up(const matrix<double>& B) {
  std::vector<double> x(B.cols(), 1.0);
  constexpr int power_steps = 4;
  for (int step = 0; step < power_steps; ++step) {
    x = gram_times_up(B, x);
    make_positive(x);
  }
  const std::vector<double> z = gram_times_up(B, x);
  double bound = 0;
  for (std::size_t j = 0; j < x.size(); ++j) bound = std::max(bound, div_up(z[j], x[j]));
  return sqrt_up(bound);
}

} // namespace

double spectral_norm_up(const matrix<double>& B) {
  double largest = 0;
  for (const double x : B.values()) {
    if (!(x >= 0 && x < infinity)) return infinity;
    largest = std::max(largest, x);
  }
  if (largest == 0) return 0;
  // Exact scaling keeps the squares within range; what underflows is rounded up.
  const int exponent = std::clamp(std::ilogb(largest), -1000, 1000);
  const matrix<double> scaled = map(B, [&](double x) { return mul_up(x, std::ldexp(1.0, -exponent)); });
  const double bound = std::min(frobenius_up(scaled), collatz_up(scaled));
  return mul_up(bound, std::ldexp(1.0, exponent));
}

} // namespace mixcert
