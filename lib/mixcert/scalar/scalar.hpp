// What a number is to the templates that run in every arithmetic.
#pragma once

#include "mixcert/scalar/dd_ball.hpp"
#include "mixcert/scalar/float64.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/scalar/quad.hpp"
#include "mixcert/scalar/rational.hpp"
#include "mixcert/scalar/slope_form.hpp"

#include <concepts>

namespace mixcert {

/// float64, quad, interval, dd_ball, mp_interval, rational: field operations found by argument-dependent lookup,
/// comparisons by name, and exact data through a context.
template <class S>
concept field = requires(const S a, const S b, S sum, const context<S> make) {
  { a + b } -> std::same_as<S>;
  { a - b } -> std::same_as<S>;
  { a* b } -> std::same_as<S>;
  { a / b } -> std::same_as<S>;
  { -a } -> std::same_as<S>;
  sum += a;
  sum -= a;
  { sqr(a) } -> std::same_as<S>;
  { fma(a, b, a) } -> std::same_as<S>;
  { pown(a, 2) } -> std::same_as<S>;
  { abs(a) } -> std::same_as<S>;
  { min(a, b) } -> std::same_as<S>;
  { max(a, b) } -> std::same_as<S>;
  { certainly_less(a, b) } -> std::same_as<bool>;
  { certainly_less_equal(a, b) } -> std::same_as<bool>;
  { possibly_less(a, b) } -> std::same_as<bool>;
  { possibly_less_equal(a, b) } -> std::same_as<bool>;
  { is_exact_zero(a) } -> std::same_as<bool>;
  { make.exact(1.0) } -> std::same_as<S>;
};

/// A field with elementary functions: all but rational.
template <class S>
concept scalar = field<S> && requires(const S a) {
  { sqrt(a) } -> std::same_as<S>;
  { exp(a) } -> std::same_as<S>;
  { log(a) } -> std::same_as<S>;
  { tanh(a) } -> std::same_as<S>;
  { sech(a) } -> std::same_as<S>;
  { sigmoid(a) } -> std::same_as<S>;
};

static_assert(scalar<float64> && scalar<quad> && scalar<interval> && scalar<dd_ball> && scalar<mp_interval> &&
              scalar<slope_form>);
static_assert(field<rational>);

} // namespace mixcert
