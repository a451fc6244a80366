#include "mixcert/proof/claims.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

input_error lacks(const claim& claim, const std::string& what) {
  return input_error("claim " + printable(claim.id) + " (" + printable(claim.type) + ") has no " + what +
                     "; certify once more for a complete certificate");
}

} // namespace

const claim* find_claim(const std::vector<claim>& claims, std::string_view type) {
  const auto found = std::ranges::find(claims, type, &claim::type);
  return found == claims.end() ? nullptr : &*found;
}

const claim& claim_of(const std::vector<claim>& claims, std::string_view type) {
  if (const claim* found = find_claim(claims, type)) return *found;
  throw input_error("the certificate has no claim of type " + std::string(type) +
                    "; certify once more for a complete certificate");
}

double bound_of(const claim& claim, const std::string& name) {
  const auto found = claim.bounds.find(name);
  if (found == claim.bounds.end()) throw lacks(claim, "bound " + name);
  return found->second;
}

double bound_below_one(const claim& claim, const std::string& name) {
  const double bound = bound_of(claim, name);
  if (!(bound < 1))
    throw input_error("claim " + printable(claim.id) + " (" + printable(claim.type) + "): " + name + " is " +
                      decimal_up(bound, 3) + ", and the theorem needs it below 1; nothing follows from this claim");
  return bound;
}

std::vector<std::string> bounds_named(const claim& claim, std::string_view prefix) {
  std::vector<std::string> r;
  for (const auto& [name, bound] : claim.bounds)
    if (name.starts_with(prefix) && name.find_first_not_of("0123456789", prefix.size()) == std::string::npos)
      r.push_back(name);
  std::ranges::stable_sort(r, {}, [](const std::string& name) { return name.size(); });
  return r;
}

std::vector<mp_float> column_of(const claim& claim, const std::string& name) {
  const auto found = claim.matrices.find(name);
  if (found == claim.matrices.end() || found->second.cols != 1) throw lacks(claim, "column " + name);
  constexpr mpfr_prec_t bits_of_digit = 4;
  std::size_t longest = 1;
  for (const std::string& entry : found->second.entries) longest = std::max(longest, entry.size());
  return from_dyadic(found->second, std::max<mpfr_prec_t>(64, bits_of_digit * static_cast<mpfr_prec_t>(longest)))
      .values();
}

long integer_of(const claim& claim, const std::string& name) {
  const auto found = claim.integers.find(name);
  if (found == claim.integers.end() || found->second.empty()) throw lacks(claim, "number " + name);
  return found->second.front();
}

} // namespace mixcert::proof
