// Double-double numbers and matrices to test with, and what they stand for.
#pragma once

#include "mixcert/ball/double_double_matrix.hpp"
#include "support/exact.hpp"

#include <cmath>
#include <random>

namespace mixcert::test {

inline mpq_class rational(const double_double& x) { return mpq_class(x.high) + mpq_class(x.low); }

inline rational_matrix rational(const double_double_matrix& a) {
  rational_matrix r = rational_zero(a.rows(), a.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j) r(i, j) = rational(a(i, j));
  return r;
}

inline bool is_normalised(const double_double& x) { return std::fabs(x.low) <= 0x1p-53 * std::fabs(x.high); }

/// Of size about 2^exponent, the lower part nearly as large as it may be: roundings are then nearly as bad as they can
/// be.
inline double_double random_double_double(std::mt19937_64& random, int exponent) {
  const double high = std::ldexp(0.5 + std::ldexp(static_cast<double>(random() >> 12), -53), exponent);
  const double limit = (std::nextafter(high, INFINITY) - high) / 2;
  const double low = std::min(limit, std::ldexp(high, -53)) * (1 - std::ldexp(static_cast<double>(random() % 64), -12));
  const double_double x{random() % 2 == 0 ? high : -high, random() % 2 == 0 ? low : -low};
  return is_normalised(x) ? x : double_double{x.high, 0};
}

inline double_double_matrix random_double_doubles(std::mt19937_64& random, std::size_t rows, std::size_t cols,
                                                  int exponent) {
  double_double_matrix a(rows, cols);
  for (std::size_t at = 0; at < rows * cols; ++at) {
    const double_double x = random_double_double(random, exponent);
    a.high.values()[at] = x.high;
    a.low.values()[at] = x.low;
  }
  return a;
}

/// The double-double number near x, within a part in 2^105 of it.
inline double_double nearest_double_double(const mpq_class& x) {
  const auto nearest = [](const mpq_class& q) {
    mp_float r(53);
    mpfr_set_q(r.get(), q.get_mpq_t(), MPFR_RNDN);
    return to_double(r);
  };
  const double high = nearest(x);
  return {high, nearest(x - mpq_class(high))};
}

inline double_double_matrix nearest_double_doubles(const rational_matrix& a) {
  double_double_matrix r(a.rows(), a.cols());
  for (std::size_t at = 0; at < a.values().size(); ++at) {
    const double_double x = nearest_double_double(a.values()[at]);
    r.high.values()[at] = x.high;
    r.low.values()[at] = x.low;
  }
  return r;
}

} // namespace mixcert::test
