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

bool is_zero(const matrix<double>& a) {
  return std::ranges::all_of(a.values(), [](double x) { return x == 0; });
}

/// The power of two above the largest magnitude; 0 for zeros.
long exponent_of(const matrix<double>& a) {
  double largest = 0;
  for (const double x : a.values()) largest = std::max(largest, std::fabs(x));
  return largest > 0 ? std::ilogb(largest) + 1 : 0;
}

double_double_matrix some_columns(const double_double_matrix& a, std::size_t first, std::size_t count) {
  double_double_matrix r(a.rows(), count);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) {
      r.high(i, j) = a.high(i, first + j);
      r.low(i, j) = a.low(i, first + j);
    }
  return r;
}

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

/// Adds a b, or with `upper` what of it is not below the diagonal, whose leading products belong to the slice of `sum`
/// that has their weight, to it without carries. Returns a bound of what an entry lacks: pairs k, l with k + l > levels
/// - 1.
double add_pairs(const sliced_matrix& a, const sliced_matrix& b, std::size_t levels, bool upper, sliced_matrix& sum) {
  const auto add = upper ? add_upper_integer_product : add_integer_product;
  const std::size_t first = sum.slices.size() - levels;
  const double largest = largest_slice(a.bits);
  double left_out = 0;
  for (std::size_t k = 0; k < a.slices.size(); ++k)
    for (std::size_t l = 0; l < b.slices.size(); ++l)
      if (k + l < levels) {
        if (!is_zero(a.slices[k]) && !is_zero(b.slices[l]))
          add(sum.slices[k + l + first], a.slices[k], b.slices[l], widest_lanes());
      } else {
        const double unit = power_up(a.exponent + b.exponent - a.bits * static_cast<long>(k + l + 2));
        const double entries = mul_up(mul_up(largest, largest), static_cast<double>(a.cols));
        left_out = add_up(left_out, mul_up(entries, unit));
      }
  return left_out;
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
  const double left_out = add_pairs(a, b, levels, false, r);
  if (!carry(r.slices, r.bits)) return {std::move(r), infinity};
  return {std::move(r), in_frobenius_norm(left_out, a.rows, b.cols)};
}

double_double_result multiply_transposed(const double_double_matrix& A, const double_double_matrix& B,
                                         std::size_t count, bool upper) {
  constexpr std::size_t columns_at_a_time = 1024;
  const std::size_t inner = A.cols();
  const int bits = slice_bits(std::min(inner, columns_at_a_time), count);
  const long of_A = exponent_of(A.high) + 1, of_B = exponent_of(B.high) + 1;
  // One slice more in front than a product of two first slices needs: sums may be as large as their terms together.
  sliced_matrix sum{A.rows(), B.rows(), bits, of_A + of_B + bits,
                    std::vector(count + 2, matrix<double>(A.rows(), B.rows(), 0.0))};
  double left_out = 0, cut_A = 0, cut_B = 0;
  bool fits = true;
  for (std::size_t first = 0; first < inner; first += columns_at_a_time) {
    const std::size_t columns = std::min(columns_at_a_time, inner - first);
    const sliced_result a = sliced(some_columns(A, first, columns), of_A, bits, count);
    const sliced_result b = sliced(some_columns(B, first, columns), of_B, bits, count);
    left_out = add_up(left_out, add_pairs(a.value, transpose(b.value), count, upper, sum));
    fits = carry(sum.slices, bits) && fits; // what is added next is exact again
    cut_A = add_up(cut_A, a.error);
    cut_B = add_up(cut_B, b.error);
  }
  if (!fits) return {double_double_matrix(A.rows(), B.rows()), infinity};
  double_double_matrix r = to_double_double(sum);
  const double norm_A = frobenius_up(A), norm_B = frobenius_up(B);
  const double cut = add_up(mul_up(cut_A, add_up(norm_B, cut_B)), mul_up(norm_A, cut_B));
  const double rounding = mul_up(0x1p-99, frobenius_up(r));
  return {std::move(r),
          add_up(add_up(in_frobenius_norm(left_out, A.rows(), B.rows()), cut), add_up(rounding, 0x1p-1000))};
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

double_double_matrix to_double_double(const sliced_matrix& a) {
  double_double_matrix r(a.rows, a.cols);
  const double inverse = power_of_two(-a.bits), scale = power_of_two(a.exponent);
  for (std::size_t at = 0; at < r.high.values().size(); ++at) {
    double_double x;
    for (std::size_t s = a.slices.size(); s-- > 0;) {
      double lost = 0;
      detail::two_sum(x.high, a.slices[s].values()[at], x.high, lost);
      detail::two_sum(x.high, x.low + lost, x.high, x.low);
      x.high *= inverse;
      x.low *= inverse;
    }
    r.high.values()[at] = x.high * scale;
    r.low.values()[at] = x.low * scale;
  }
  return r;
}

mp_float entry(const sliced_matrix& a, std::size_t i, std::size_t j) {
  const auto places = static_cast<mpfr_prec_t>(static_cast<std::size_t>(a.bits) * (a.slices.size() + 1) + 8);
  mp_float sum(places);
  for (std::size_t s = a.slices.size(); s-- > 0;) sum = scaled(sum + mp_float(a.slices[s](i, j), places), -a.bits);
  return scaled(std::move(sum), a.exponent);
}

} // namespace mixcert
