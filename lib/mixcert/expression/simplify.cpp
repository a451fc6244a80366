// The operators: each names the rules by which what was written becomes what is kept. A rule neither changes a value
// nor the set of parameters for which there is one.
#include "mixcert/expression/detail/apply.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>

namespace mixcert {
namespace {

bool is(const expression& x, operation top) { return x.top() == top; }

bool is_negative_number(const expression& x) { return is_number(x) && mpq_sgn(x.number().get()) < 0; }

/// Whether x is -y with a y that is simpler to write.
bool has_minus(const expression& x) { return is(x, operation::negation) || is_negative_number(x); }

bool both_numbers(const expression& x, const expression& y) { return is_number(x) && is_number(y); }

/// number * x for a positive number other than 1, folded into a number that x begins with.
expression scaled(const expression& number, const expression& x) {
  if (is(x, operation::product) && is_number(x.operand(0))) return number * x.operand(0) * x.operand(1);
  if (is(x, operation::quotient) && is_number(x.operand(0))) return number * x.operand(0) / x.operand(1);
  return apply(operation::product, {number, x});
}

/// base^n, if that takes at most 64 bits above and below the line, and is defined.
std::optional<rational> small_power(const rational& base, int n) {
  constexpr std::uint64_t most_bits = 64;
  if (n < 0 && is_exact_zero(base)) return std::nullopt;
  const std::uint64_t bits =
      std::max(mpz_sizeinbase(mpq_numref(base.get()), 2), mpz_sizeinbase(mpq_denref(base.get()), 2));
  const bool stays_one_digit =
      mpz_cmpabs_ui(mpq_numref(base.get()), 1) <= 0 && mpz_cmp_ui(mpq_denref(base.get()), 1) == 0;
  if (!stays_one_digit && bits * static_cast<std::uint64_t>(std::abs(std::int64_t{n})) > most_bits) return std::nullopt;
  return pown(base, n);
}

/// m n, where (x^m)^n is x^(mn) with the same domain.
std::optional<int> joint_exponent(const expression& power, int n) {
  const int* m = std::get_if<int>(&power.exponent());
  if (m == nullptr || (*m < 0 && n <= 0 && !power.operand(0).is_positive())) return std::nullopt;
  const std::int64_t product = std::int64_t{*m} * n;
  if (std::abs(product) > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(product);
}

expression integer_power(const expression& x, int n) {
  if (n == 1) return x;
  if (n == 0 && x.is_defined_everywhere()) return 1;
  if (is_number(x))
    if (const auto value = small_power(x.number(), n)) return *value;
  if (is(x, operation::power))
    if (const auto exponent = joint_exponent(x, n)) return pown(x.operand(0), *exponent);
  if (is(x, operation::root) && n % 2 == 0 && x.operand(0).is_non_negative()) return pown(x.operand(0), n / 2);
  return apply(operation::power, {x}, n);
}

} // namespace

expression operator-(const expression& x) {
  if (is_number(x)) return -x.number();
  if (is(x, operation::negation)) return x.operand(0);
  return apply(operation::negation, {x});
}

expression operator+(const expression& x, const expression& y) {
  if (both_numbers(x, y)) return x.number() + y.number();
  if (is_number(x, 0)) return y;
  if (is_number(y, 0)) return x;
  if (has_minus(y)) return x - -y;
  return apply(operation::sum, {x, y});
}

expression operator-(const expression& x, const expression& y) {
  if (both_numbers(x, y)) return x.number() - y.number();
  if (is_number(x, 0)) return -y;
  if (is_number(y, 0)) return x;
  if (has_minus(y)) return x + -y;
  return apply(operation::difference, {x, y});
}

expression operator*(const expression& x, const expression& y) {
  if (both_numbers(x, y)) return x.number() * y.number();
  if (is_number(y)) return y * x;
  if (is_number(x, 0) && y.is_defined_everywhere()) return 0;
  if (is_number(x, 1)) return y;
  if (has_minus(x)) return -(-x * y);
  if (has_minus(y)) return -(x * -y);
  if (is_number(x)) return scaled(x, y);
  const bool roots = is(x, operation::root) && is(y, operation::root);
  if (roots && both_numbers(x.operand(0), y.operand(0)) && x.is_defined_everywhere() && y.is_defined_everywhere())
    return sqrt(x.operand(0) * y.operand(0));
  if (is(x, operation::quotient) && is(y, operation::quotient))
    return (x.operand(0) * y.operand(0)) / (x.operand(1) * y.operand(1));
  return apply(operation::product, {x, y});
}

expression operator/(const expression& x, const expression& y) {
  if (both_numbers(x, y) && !is_exact_zero(y.number())) return x.number() / y.number();
  if (is_number(y, 1)) return x;
  expression quotient = apply(operation::quotient, {x, y});
  if (is_number(x, 0) && quotient.is_defined_everywhere()) return 0;
  if (has_minus(x)) return -(-x / y);
  if (has_minus(y)) return -(x / -y);
  return quotient;
}

expression pown(const expression& x, const integer_exponent& n) {
  if (const int* number = std::get_if<int>(&n)) return integer_power(x, *number);
  require_parameter_name(std::get<std::string>(n));
  if (is_number(x, 1)) return x;
  return apply(operation::power, {x}, n);
}

expression sqrt(const expression& x) {
  if (is_number(x))
    if (const auto root = exact_sqrt(x.number())) return *root;
  return apply(operation::root, {x});
}

expression abs(const expression& x) {
  if (is_number(x)) return abs(x.number());
  if (x.is_non_negative()) return x;
  if (is(x, operation::negation)) return abs(x.operand(0));
  return apply(operation::magnitude, {x});
}

} // namespace mixcert
