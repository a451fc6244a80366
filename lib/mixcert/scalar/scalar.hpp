// What a number is to the templates that run in every arithmetic.
#pragma once

#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <concepts>

namespace mixcert {

/// float64, interval, mp_interval: arithmetic, the elementary functions found by argument-dependent lookup, comparisons
/// by name, and exact data through a context.
template <class S>
concept scalar = requires(const S a, const S b, S sum, const context<S> make) {
  { a + b } -> std::same_as<S>;
  { a - b } -> std::same_as<S>;
  { a* b } -> std::same_as<S>;
  { a / b } -> std::same_as<S>;
  { -a } -> std::same_as<S>;
  sum += a;
  { sqr(a) } -> std::same_as<S>;
  { sqrt(a) } -> std::same_as<S>;
  { abs(a) } -> std::same_as<S>;
  { tanh(a) } -> std::same_as<S>;
  { sech(a) } -> std::same_as<S>;
  { min(a, b) } -> std::same_as<S>;
  { max(a, b) } -> std::same_as<S>;
  { certainly_less(a, b) } -> std::same_as<bool>;
  { is_exact_zero(a) } -> std::same_as<bool>;
  { make.exact(1.0) } -> std::same_as<S>;
};

static_assert(scalar<float64> && scalar<interval> && scalar<mp_interval>);

} // namespace mixcert
