// Constants of a convention within the range that the equations need.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/convention.hpp"
#include "mixcert/scalar/constant.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert {

/// Known to be a whole number as it is written: 20.000...01 is none. Throws input_error unless least <= it <= most.
inline std::size_t whole_number(const std::string& key, const exact_constant& constant, std::size_t least,
                                std::size_t most) {
  const mp_interval value = constant.value(context<mp_interval>{256});
  if (!mpfr_equal_p(value.lower(), value.upper()) || !mpfr_integer_p(value.lower()) ||
      mpfr_cmp_ui(value.lower(), least) < 0 || mpfr_cmp_ui(value.lower(), most) > 0)
    throw input_error("the constant " + key + " is " + constant.text() + "; it must be a whole number from " +
                      std::to_string(least) + " to " + std::to_string(most));
  return mpfr_get_ui(value.lower(), MPFR_RNDN);
}

/// How often a convention's mixer iterates. Throws input_error unless that is a whole number from `least` to 1000.
inline std::size_t iterations_of(const mixer_convention& convention, std::size_t least = 1) {
  return whole_number("iterations", convention.at("iterations").number(), least, 1000);
}

template <class S> S at_least_zero(const context<S>& context, const std::string& key, const exact_constant& constant) {
  S value = constant.value(context);
  if (!certainly_less_equal(context.exact(0), value))
    throw input_error("the constant " + key + " is " + constant.text() + "; it must be zero or a positive number");
  return value;
}

template <class S> S positive(const context<S>& context, const std::string& key, const exact_constant& constant) {
  S value = constant.value(context);
  if (!certainly_less(context.exact(0), value))
    throw input_error("the constant " + key + " is " + constant.text() + "; it must be a positive number");
  return value;
}

template <class S> std::vector<S> exact_numbers(const context<S>& context, const std::vector<double>& values) {
  std::vector<S> r;
  r.reserve(values.size());
  for (const double x : values) r.push_back(context.exact(x));
  return r;
}

/// offset + gamma, entry by entry.
template <class S>
std::vector<S> offset_scale(const context<S>& context, const exact_constant& offset, const std::vector<double>& gamma) {
  const S shift = offset.value(context);
  std::vector<S> r;
  r.reserve(gamma.size());
  for (const double x : gamma) r.push_back(shift + context.exact(x));
  return r;
}

} // namespace mixcert
