// The normalisations that come before a router's inner products.
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// The function z = factor <w, x - mean> of a vector x, factor and mean depending on x; where mean is not zero, the
/// entries of w sum to zero. Its derivative is Dz = factor w - bend <w, x> (x - mean).
template <class S> struct normalisation { S factor, bend, mean; };

/// factor = 1/sqrt(square/count + epsilon), for a vector of `count` entries whose squares sum to `square`.
template <class S>
normalisation<S> of_square(const context<S>& context, const S& square, std::size_t count, const S& epsilon, S mean,
                           const std::string& vector_name, const std::string& epsilon_name) {
  const S size = context.exact(static_cast<double>(count)), mean_square = square / size + epsilon;
  if (!certainly_less(context.exact(0), mean_square))
    throw not_certified("the mean square of " + vector_name + " plus " + epsilon_name +
                        " may be zero, where the mixer is undefined; a positive " + epsilon_name + ", or " +
                        vector_name + " other than zero, can be certified");
  const S factor = context.exact(1) / sqrt(mean_square);
  return {factor, factor / (mean_square * size), std::move(mean)};
}

/// factor = 1/sqrt(mean(x^2) + epsilon). Requires epsilon >= 0. Throws not_certified, with the names of the vector and
/// of epsilon, where the root may be zero.
template <class S>
normalisation<S> root_mean_square(const context<S>& context, const S* x, std::size_t count, const S& epsilon,
                                  const std::string& vector_name, const std::string& epsilon_name) {
  return of_square(context, squared_norm(context, x, count), count, epsilon, context.exact(0), vector_name,
                   epsilon_name);
}

/// factor = sqrt(count) / max(||x||, clamp). Requires clamp > 0. Throws not_certified, with their names, where the norm
/// may equal the clamp.
template <class S>
normalisation<S> clamped_norm(const context<S>& context, const S* x, std::size_t count, const S& clamp,
                              const std::string& vector_name, const std::string& clamp_name) {
  const S root = sqrt(context.exact(static_cast<double>(count))), zero = context.exact(0);
  const S square = squared_norm(context, x, count), squared_clamp = sqr(clamp);
  if (certainly_less(square, squared_clamp)) return {root / clamp, zero, zero};
  if (!certainly_less(squared_clamp, square))
    throw not_certified(vector_name +
                        " may have exactly the norm at which its normalisation is clamped, where the mixer need not "
                        "have a derivative. Another " +
                        clamp_name + ", or a state away from the clamp, can be certified");
  const S factor = root / sqrt(square);
  return {factor, factor / square, zero};
}

/// factor = 1/(||x||/sqrt(count) + epsilon). Requires epsilon >= 0. Where x is zero the derivative is factor w, as
/// <w, x> x/||x|| vanishes there faster than x. Throws not_certified, with their names, where x may be zero without
/// being so, or the sum may be.
template <class S>
normalisation<S> norm_plus(const context<S>& context, const S* x, std::size_t count, const S& epsilon,
                           const std::string& vector_name, const std::string& epsilon_name) {
  const S zero = context.exact(0), square = squared_norm(context, x, count);
  const bool is_zero = is_exact_zero(square);
  if (!(is_zero ? certainly_less(zero, epsilon) : certainly_less(zero, square)))
    throw not_certified(vector_name +
                        (is_zero ? " is zero and so is " + epsilon_name
                                 : " may be zero, where its normalisation need not be differentiable") +
                        "; another state, or a positive " + epsilon_name + " at zero itself, can be certified");
  if (is_zero) return {context.exact(1) / epsilon, zero, zero};
  const S root = sqrt(context.exact(static_cast<double>(count))), norm = sqrt(square);
  const S factor = context.exact(1) / (norm / root + epsilon);
  return {factor, sqr(factor) / (root * norm), zero};
}

/// mean = mean(x), factor = 1/sqrt(mean((x - mean)^2) + epsilon). Requires epsilon >= 0; throws as root_mean_square.
template <class S>
normalisation<S> layer_norm(const context<S>& context, const S* x, std::size_t count, const S& epsilon,
                            const std::string& vector_name, const std::string& epsilon_name) {
  const std::vector<S> ones(count, context.exact(1));
  S mean = inner_product(context, ones.data(), x, count) / context.exact(static_cast<double>(count));
  const S square = centred_squared_norm(context, x, count, mean);
  return of_square(context, square, count, epsilon, std::move(mean), "the variation of " + vector_name, epsilon_name);
}

} // namespace mixcert
