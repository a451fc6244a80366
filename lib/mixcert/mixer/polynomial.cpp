#include "mixcert/mixer/polynomial.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mixcert {
namespace {

using exponents = std::map<std::string, unsigned>;
using term = std::pair<exponents, rational>;

unsigned degree(const exponents& e) {
  return std::accumulate(e.begin(), e.end(), 0U, [](unsigned sum, const auto& power) { return sum + power.second; });
}

std::string text_of(const rational& x) {
  std::string text(mpz_sizeinbase(mpq_numref(x.get()), 10) + mpz_sizeinbase(mpq_denref(x.get()), 10) + 3, '\0');
  mpq_get_str(text.data(), 10, x.get());
  text.resize(text.find('\0'));
  return text;
}

std::string text_of(const exponents& e) {
  std::string r;
  for (const auto& [name, power] : e)
    r += (r.empty() ? "" : " ") + name + (power == 1 ? "" : "^" + std::to_string(power));
  return r;
}

} // namespace

polynomial::polynomial(long value) {
  if (value != 0) terms_.emplace(exponents{}, rational(value, 1));
}

polynomial polynomial::variable(const std::string& name) {
  polynomial r;
  r.terms_.emplace(exponents{{name, 1}}, rational(1, 1));
  return r;
}

polynomial& polynomial::operator+=(const polynomial& other) {
  for (const auto& [e, coefficient] : other.terms_) {
    const auto [place, is_new] = terms_.emplace(e, coefficient);
    if (is_new) continue;
    place->second += coefficient;
    if (is_exact_zero(place->second)) terms_.erase(place);
  }
  return *this;
}

polynomial operator*(const polynomial& a, const polynomial& b) {
  polynomial r;
  for (const auto& [e, x] : a.terms_)
    for (const auto& [f, y] : b.terms_) {
      exponents sum = e;
      for (const auto& [name, power] : f) sum[name] += power;
      polynomial product;
      product.terms_.emplace(std::move(sum), x * y);
      r += product;
    }
  return r;
}

polynomial operator/(const polynomial& a, long divisor) {
  polynomial r = a;
  for (auto& [e, coefficient] : r.terms_) coefficient = coefficient / rational(divisor, 1);
  return r;
}

std::string polynomial::text() const {
  std::vector<term> sorted(terms_.begin(), terms_.end());
  std::ranges::stable_sort(sorted, [](const term& a, const term& b) { return degree(a.first) > degree(b.first); });
  std::string r;
  for (const auto& [e, coefficient] : sorted) {
    const bool negative = certainly_less(coefficient, rational());
    const std::string size = text_of(abs(coefficient)), variables = text_of(e);
    r += r.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    r += variables.empty() ? size : size == "1" ? variables : size + " " + variables;
  }
  return r.empty() ? "0" : r;
}

std::uint64_t polynomial::at(const std::map<std::string, std::size_t>& variables) const {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  rational sum;
  for (const auto& [e, coefficient] : terms_) {
    rational product = coefficient;
    for (const auto& [name, power] : e) {
      const auto value = variables.find(name);
      if (value == variables.end()) throw std::invalid_argument(text() + ": no value for " + name);
      rational factor;
      mpz_set_ui(mpq_numref(factor.get()), value->second);
      product = product * pown(factor, static_cast<int>(power));
    }
    sum += product;
  }
  if (mpz_cmp_ui(mpq_denref(sum.get()), 1) != 0 || !mpz_fits_ulong_p(mpq_numref(sum.get())))
    throw std::invalid_argument(text() + " is " + text_of(sum) + ", not a whole number of 64 bits");
  return mpz_get_ui(mpq_numref(sum.get()));
}

} // namespace mixcert
