// Numbers in fixed point, of several limbs: products are summed exactly and rounded once (theorem T24 a).
#pragma once

#include "mixcert/certificate/checker/interval.hpp"
#include "mixcert/certificate/checker/number.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace mixcert::checker {

__extension__ using int128 = __int128;

constexpr int limb_bits = 56;

/// sum_k limb[k] 2^(-56 (k + 1)). Behind the first, limbs are from -2^55 up to 2^55; the number is below 2 in size.
template <int limbs> struct fixed { std::array<std::int64_t, limbs> limb{}; };

/// 2^(-56 limbs), the unit of the last place.
inline rational last_place(int limbs) { return power_of_two(-static_cast<long>(limb_bits) * limbs); }

/// The limbs of value times their last place, most significant first. Throws not_established for 2 or more.
void split(const integer& value, std::int64_t* limb, int limbs);
/// Its inverse.
integer joined(const std::int64_t* limb, int limbs);
/// Next to an enclosed number times 2^exponent: an integer within 2 of it in last places. Throws not_established where
/// the enclosure is wider than one last place.
integer last_places(const interval& x, long exponent, int limbs);

template <int limbs> fixed<limbs> fixed_from(const integer& value) {
  fixed<limbs> r;
  split(value, r.limb.data(), limbs);
  return r;
}

template <int limbs> integer in_last_places(const fixed<limbs>& x) { return joined(x.limb.data(), limbs); }

/// The digit of v in [-2^55, 2^55); v becomes what is left of it, in units of the next limb.
inline std::int64_t take_digit(int128& v) {
  constexpr int128 half = static_cast<int128>(1) << (limb_bits - 1);
  const int128 rest = (v + half) >> limb_bits;
  const auto digit = static_cast<std::int64_t>(v - (rest << limb_bits));
  v = rest;
  return digit;
}

[[noreturn]] void overflowed();

/// Sums of at most 4096 products.
template <int limbs> class product_sum {
 public:
  static constexpr std::size_t most_terms = 4096;

  void add(const fixed<limbs>& a, const fixed<limbs>& b) {
    for (int i = 0; i < limbs; ++i)
      for (int j = 0; j < limbs; ++j) part_[i + j] += static_cast<int128>(a.limb[i]) * b.limb[j];
  }

  /// The products of so many numbers.
  void add(const fixed<limbs>* a, const fixed<limbs>* b, std::size_t count) {
    product_sum own = *this; // kept in registers
    for (std::size_t k = 0; k < count; ++k) own.add(a[k], b[k]);
    *this = own;
  }

  /// Within one last place of the sum. Throws not_established where that is 2 or more.
  fixed<limbs> rounded() const {
    fixed<limbs> r;
    int128 carry = 0;
    for (int w = 2 * limbs - 2; w >= 0; --w) {
      carry += part_[w];
      const std::int64_t digit = take_digit(carry);
      if (w + 1 < limbs) r.limb[w + 1] = digit;
    }
    constexpr int128 most = static_cast<int128>(1) << (limb_bits + 1);
    if (carry <= -most || carry >= most) overflowed();
    r.limb[0] = static_cast<std::int64_t>(carry);
    return r;
  }

 private:
  std::array<int128, 2 * limbs - 1> part_{}; ///< in units of 2^(-56 (w + 2))
};

} // namespace mixcert::checker
