// Parameters by name, and random closed forms whose value is known from another class of rationals.
#pragma once

#include "mixcert/expression/evaluate.hpp"

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace mixcert::test {

inline const expression K = expression::parameter("K");
inline const expression a = expression::parameter("a");
inline const expression b = expression::parameter("b");
inline const expression c = expression::parameter("c");

/// p/q.
inline expression fraction(long p, long q) { return rational(p, q); }

inline bool equal(const rational& x, const mpq_class& y) { return mpq_equal(x.get(), y.get_mpq_t()) != 0; }

inline rational to_rational(const mpq_class& x) {
  rational r;
  mpq_set(r.get(), x.get_mpq_t());
  return r;
}

/// Both as built, operation by operation: the value is not computed from the form. Empty: there is none.
struct sample {
  expression form;
  std::optional<mpq_class> value;
};

inline std::optional<mpq_class> exact_power(const std::optional<mpq_class>& x, int n) {
  if (!x || (n < 0 && *x == 0)) return std::nullopt;
  mpq_class r = 1;
  for (int i = 0; i < std::abs(n); ++i) r *= *x;
  return n < 0 ? mpq_class(1 / r) : r;
}

class sample_source {
 public:
  explicit sample_source(std::uint32_t seed) : engine_(seed) {}

  /// The parameters of the next samples; a third of them is zero or one, where rules apply or divisions fail.
  void choose_parameters() {
    for (const char* name : {"a", "b", "K"}) values_[name] = to_rational(small_number());
    values_["L"] = rational(integer(-3, 4), 1);
  }
  const parameters& values() const { return values_; }

  sample next(int depth) {
    if (depth == 0) return leaf();
    switch (integer(0, 9)) {
    case 0: {
      const sample x = next(depth - 1);
      return {-x.form, x.value ? std::optional<mpq_class>(-*x.value) : std::nullopt};
    }
    case 1: {
      const sample x = next(depth - 1);
      return {abs(x.form), x.value ? std::optional<mpq_class>(abs(*x.value)) : std::nullopt};
    }
    case 2: { // the root of a square
      const sample x = next(depth - 1);
      return {sqrt(pown(x.form, 2)), x.value ? std::optional<mpq_class>(abs(*x.value)) : std::nullopt};
    }
    case 3: {
      const sample x = next(depth - 1);
      const int n = integer(-2, 3);
      return {pown(x.form, n), exact_power(x.value, n)};
    }
    case 4: {
      const sample x = next(depth - 1);
      return {pown(x.form, "L"), exact_power(x.value, static_cast<int>(mpz_get_si(mpq_numref(values_["L"].get()))))};
    }
    default:
      return binary(next(depth - 1), next(depth - 1));
    }
  }

 private:
  int integer(int least, int greatest) { return std::uniform_int_distribution<int>(least, greatest)(engine_); }

  mpq_class small_number() {
    if (integer(0, 2) == 0) return integer(-1, 1);
    mpq_class r(integer(-5, 5), integer(1, 4));
    r.canonicalize();
    return r;
  }

  sample leaf() {
    if (integer(0, 2) == 0) {
      const mpq_class x = small_number();
      return {to_rational(x), x};
    }
    const char* name = std::array{"a", "b", "K"}[static_cast<std::size_t>(integer(0, 2))];
    return {expression::parameter(name), mpq_class(values_[name].get())};
  }

  sample binary(const sample& x, const sample& y) {
    const bool both = x.value && y.value;
    const auto known = [both](const mpq_class& v) { return both ? std::optional<mpq_class>(v) : std::nullopt; };
    const mpq_class u = x.value.value_or(0), v = y.value.value_or(0);
    switch (integer(0, 3)) {
    case 0:
      return {x.form + y.form, known(u + v)};
    case 1:
      return {x.form - y.form, known(u - v)};
    case 2:
      return {x.form * y.form, known(u * v)};
    default:
      return {x.form / y.form, v == 0 ? std::nullopt : known(u / v)};
    }
  }

  std::mt19937 engine_;
  parameters values_;
};

} // namespace mixcert::test
