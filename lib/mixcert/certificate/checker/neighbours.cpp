#include "mixcert/certificate/checker/neighbours.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace mixcert::checker {
namespace {

constexpr long places = 53, least_exponent = -1074, bias = 1075;

long size_of(const integer& x) { return static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

integer floor_of(const rational& x) {
  integer r;
  mpz_fdiv_q(r.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return r;
}

/// mantissa 2^exponent, of 53 places at most.
double put_together(const integer& mantissa, long exponent) {
  std::uint64_t size = integer(abs(mantissa)).get_ui();
  if (size >> places != 0) {
    size >>= 1;
    ++exponent;
  }
  constexpr std::uint64_t leading = std::uint64_t{1} << (places - 1);
  constexpr long beyond = 2047;
  if (exponent + bias >= beyond && mantissa < 0) throw std::invalid_argument("no binary64 number is so small");
  if (exponent + bias >= beyond) return std::bit_cast<double>((std::uint64_t{beyond} << (places - 1)) - 1);
  const std::uint64_t bits =
      size < leading ? size : (static_cast<std::uint64_t>(exponent + bias) << (places - 1)) + (size - leading);
  return std::bit_cast<double>(bits | (mantissa < 0 ? std::uint64_t{1} << 63 : 0));
}

double opposite(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ (std::uint64_t{1} << 63)); }

} // namespace

double binary64_below(const rational& x) {
  long exponent = std::max(least_exponent, size_of(x.get_num()) - size_of(x.get_den()) - places);
  for (;; ++exponent) {
    const integer mantissa = floor_of(x * power_of_two(-exponent));
    if (abs(mantissa) <= integer(1) << places) return put_together(mantissa, exponent);
  }
}

std::vector<double> moved(const std::vector<double>& state, const std::vector<rational>& radius,
                          const std::vector<bool>& up) {
  std::vector<double> r;
  for (std::size_t k = 0; k < state.size(); ++k) {
    const rational x = exact(state[k]);
    r.push_back(up[k] ? binary64_below(x + radius[k]) : opposite(binary64_below(radius[k] - x)));
  }
  return r;
}

} // namespace mixcert::checker
