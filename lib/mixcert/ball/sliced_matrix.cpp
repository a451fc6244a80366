#include "mixcert/ball/sliced_matrix.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/ball/integer_product.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double power_of_two(long exponent) { return std::ldexp(1.0, static_cast<int>(exponent)); }
/// The same where it is part of a bound: not zero.
double power_up(long exponent) { return std::max(power_of_two(exponent), std::numeric_limits<double>::denorm_min()); }

/// Rounded to an integer, for |x| < 2^51: as in any binary64 addition of 1.5 2^52.
double to_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

double largest_slice(int bits) { return power_of_two(bits - 1) + 1; }

/// ||E||_F <= each sqrt(rows cols) for entries of at most `each`.
double in_frobenius_norm(double each, std::size_t rows, std::size_t cols) {
  return mul_up(each, sqrt_up(mul_up(static_cast<double>(rows), static_cast<double>(cols))));
}

/// Takes the digits of high + low, and leaves the rest there. False where it does not fit.
bool take_digits(double high, double low, int bits, std::vector<matrix<double>>& slices, std::size_t at) {
  const double base = power_of_two(bits), largest = largest_slice(bits);
  for (matrix<double>& slice : slices) {
    high *= base;
    low *= base;
    const double digit = to_integer(high);
    if (!(std::fabs(digit) <= largest)) return false;
    slice.values()[at] = digit;
    detail::two_sum(high - digit, low, high, low);
  }
  return true;
}

template <class Entry>
sliced_result digits_of(std::size_t rows, std::size_t cols, const Entry& entry, long exponent, int bits,
                        std::size_t count) {
  sliced_matrix r{rows, cols, bits, exponent, std::vector(count, matrix<double>(rows, cols, 0.0))};
  const double scale = power_of_two(-exponent);
  bool fits = true;
  for (std::size_t at = 0; at < rows * cols; ++at) {
    const double_double x = entry(at);
    fits = take_digits(x.high * scale, x.low * scale, bits, r.slices, at) && fits;
  }
  if (!fits) return {std::move(r), infinity};
  // What is left is at most half a unit of the last digit and what `low` adds to it.
  const double last = power_up(exponent - bits * static_cast<long>(count));
  return {std::move(r), in_frobenius_norm(mul_up(last, 0.75), rows, cols)};
}

/// Digits from sums of products of digits: the carry goes to the slice before. False where the first does not hold it.
bool carry(std::vector<matrix<double>>& levels, int bits) {
  const double base = power_of_two(bits), inverse = power_of_two(-bits);
  for (std::size_t s = levels.size() - 1; s > 0; --s)
    for (std::size_t at = 0; at < levels[s].values().size(); ++at) {
      double& low = levels[s].values()[at];
      const double up = to_integer(low * inverse);
      low -= up * base;
      levels[s - 1].values()[at] += up;
    }
  const double largest = largest_slice(bits);
  return std::ranges::all_of(levels.front().values(), [largest](double x) { return std::fabs(x) <= largest; });
}

/// The digits of an entry, summed up from the last.
double sum_of_digits(const sliced_matrix& a, std::size_t at) {
  const double inverse = power_of_two(-a.bits);
  double sum = 0;
  for (std::size_t s = a.slices.size(); s-- > 0;) sum = (sum + a.slices[s].values()[at]) * inverse;
  return sum * power_of_two(a.exponent);
}

/// The same, not less than its magnitude.
double magnitude_up(const sliced_matrix& a, std::size_t at) {
  const double inverse = power_of_two(-a.bits);
  double lower = 0, upper = 0;
  for (std::size_t s = a.slices.size(); s-- > 0;) {
    lower = mul_down(add_down(lower, a.slices[s].values()[at]), inverse);
    upper = mul_up(add_up(upper, a.slices[s].values()[at]), inverse);
  }
  return mul_up(std::max(-lower, upper), power_of_two(a.exponent));
}

} // namespace

int slice_bits(std::size_t inner, std::size_t pairs) {
  int bits = 2;
  const auto fits = [&](int b) {
    const double largest = largest_slice(b);
    return mul_up(mul_up(largest, largest), mul_up(static_cast<double>(inner), static_cast<double>(pairs))) <= 0x1p52;
  };
  while (bits < 25 && fits(bits + 1)) ++bits;
  return bits;
}

sliced_result sliced(const double_double_matrix& A, long exponent, int bits, std::size_t count) {
  const auto entry = [&](std::size_t at) { return double_double{A.high.values()[at], A.low.values()[at]}; };
  return digits_of(A.rows(), A.cols(), entry, exponent, bits, count);
}

sliced_result sliced(const matrix<double>& A, long exponent, int bits, std::size_t count) {
  const auto entry = [&](std::size_t at) { return double_double{A.values()[at], 0}; };
  return digits_of(A.rows(), A.cols(), entry, exponent, bits, count);
}

sliced_matrix transpose(const sliced_matrix& a) {
  sliced_matrix r{a.cols, a.rows, a.bits, a.exponent, {}};
  for (const matrix<double>& slice : a.slices) r.slices.push_back(transpose(slice));
  return r;
}

sliced_result product(const sliced_matrix& a, const sliced_matrix& b, std::size_t levels) {
  sliced_matrix r{a.rows, b.cols, a.bits, a.exponent + b.exponent,
                  std::vector(levels + 1, matrix<double>(a.rows, b.cols, 0.0))};
  double left_out = 0;
  const double largest = largest_slice(a.bits);
  for (std::size_t k = 0; k < a.slices.size(); ++k)
    for (std::size_t l = 0; l < b.slices.size(); ++l)
      if (k + l < levels) {
        add_integer_product(r.slices[k + l + 1], a.slices[k], b.slices[l]);
      } else {
        const double unit = power_up(r.exponent - a.bits * static_cast<long>(k + l + 2));
        const double entries = mul_up(mul_up(largest, largest), static_cast<double>(a.cols));
        left_out = add_up(left_out, mul_up(entries, unit));
      }
  if (!carry(r.slices, r.bits)) return {std::move(r), infinity};
  return {std::move(r), in_frobenius_norm(left_out, a.rows, b.cols)};
}

sliced_matrix difference(sliced_matrix a, const sliced_matrix& b) {
  while (a.slices.size() < b.slices.size()) a.slices.emplace_back(a.rows, a.cols, 0.0);
  for (std::size_t s = 0; s < b.slices.size(); ++s)
    for (std::size_t at = 0; at < a.slices[s].values().size(); ++at)
      a.slices[s].values()[at] -= b.slices[s].values()[at];
  carry(a.slices, a.bits); // what nearly cancels then begins with zeros
  return a;
}

sliced_matrix minus_identity(sliced_matrix a) {
  const double one = power_of_two(a.bits - a.exponent);
  for (std::size_t i = 0; i < std::min(a.rows, a.cols); ++i) a.slices.front()(i, i) -= one;
  return a;
}

double frobenius_up(const sliced_matrix& a) {
  matrix<double> magnitudes(a.rows, a.cols, 0.0);
  for (std::size_t at = 0; at < magnitudes.values().size(); ++at) magnitudes.values()[at] = magnitude_up(a, at);
  return frobenius_up(magnitudes);
}

matrix<double> nearest(const sliced_matrix& a) {
  matrix<double> r(a.rows, a.cols, 0.0);
  for (std::size_t at = 0; at < r.values().size(); ++at) r.values()[at] = sum_of_digits(a, at);
  return r;
}

mp_float entry(const sliced_matrix& a, std::size_t i, std::size_t j) {
  const auto places = static_cast<mpfr_prec_t>(static_cast<std::size_t>(a.bits) * (a.slices.size() + 1) + 8);
  mp_float sum(places);
  for (std::size_t s = a.slices.size(); s-- > 0;) sum = scaled(sum + mp_float(a.slices[s](i, j), places), -a.bits);
  return scaled(std::move(sum), a.exponent);
}

} // namespace mixcert
