#include "mixcert/jacobian/chain_derivative.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/jacobian/map.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

enum class direction_of { product, transpose };

/// values 2^exponent
struct scaled_array {
  matrix<mp_interval> values;
  long exponent = 0;
};

/// The same with the largest entry between 1/2 and 1 in size; as it is where all are zero or one is not finite.
scaled_array rescaled(scaled_array a) {
  std::optional<long> largest;
  for (const mp_interval& x : a.values.values()) {
    if (!is_finite(x)) return a;
    if (is_exact_zero(x)) continue;
    const long exponent = exponent_of(abs(x));
    largest = std::max(largest.value_or(exponent), exponent);
  }
  if (!largest) return a;
  for (mp_interval& x : a.values.values()) x = scaled(std::move(x), -*largest);
  a.exponent += *largest;
  return a;
}

bool is_zero(const matrix<mp_interval>& a) {
  return std::ranges::all_of(a.values(), [](const mp_interval& x) { return is_exact_zero(x); });
}

mp_interval norm(const context<mp_interval>& context, const matrix<mp_interval>& a) {
  mp_interval sum = context.exact(0);
  for (const mp_interval& x : a.values()) sum += sqr(x);
  return sqrt(sum);
}

/// log(norm 2^exponent)
mp_interval log_norm(const context<mp_interval>& context, const mp_interval& norm, long exponent) {
  mp_interval power = context.exact(0);
  mpfi_set_si(power.get(), exponent);
  return log(norm) + power * log(context.exact(2));
}

void require_shape(const feedback<mp_interval>& f, std::size_t n, std::size_t d) {
  const auto has_width = [&](const std::vector<mp_interval>& row) { return row.size() == d; };
  const bool fits = f.frozen.rows() == n && f.frozen.cols() == n &&
                    std::ranges::all_of(f.generators, has_width, &generator<mp_interval>::row) &&
                    std::ranges::all_of(f.arrays, [&](const generator_array<mp_interval>& array) {
                      return array.rows.size() == n && std::ranges::all_of(array.rows, has_width);
                    });
  if (!fits) throw std::invalid_argument("a chain needs maps of the direction's streams and features to as many");
}

scaled_array image(const context<mp_interval>& context, const map_chain& chain, const matrix<double>& Z,
                   direction_of of) {
  scaled_array a = rescaled({map(Z, [&](double x) { return context.exact(x); })});
  for (std::size_t k = 0; k < chain.length; ++k) {
    const std::size_t l = of == direction_of::product ? k : chain.length - 1 - k;
    const feedback<mp_interval> f = chain.feedback_of(context, l);
    require_shape(f, Z.rows(), Z.cols());
    a.values = of == direction_of::product ? directional_derivative(context, f, a.values)
                                           : adjoint_derivative(context, f, a.values);
    a = rescaled(std::move(a));
  }
  return a;
}

bool is_narrow(const mp_interval& x, double width) { return magnitude_up(x - x) <= width; }

bool is_narrow(const chain_image& v, double width) {
  return is_narrow(v.log_norm, width) && is_narrow(v.log_gain, width) &&
         std::ranges::all_of(v.direction.values(), [&](const mp_interval& x) { return is_narrow(x, width); });
}

void require_direction(const matrix<double>& Z) {
  if (!std::ranges::all_of(Z.values(), [](double x) { return std::isfinite(x); }))
    throw input_error("the direction holds a number that is not finite; give one of finite numbers");
  if (std::ranges::all_of(Z.values(), [](double x) { return x == 0; }))
    throw input_error("the direction is zero, and so is its image; give one that is not zero");
}

chain_image enclose_image(const map_chain& chain, const matrix<double>& Z, const chain_accuracy& accuracy,
                          direction_of of) {
  require_direction(Z);
  for (mpfr_prec_t bits = accuracy.first; bits <= accuracy.most; bits *= 2) {
    const context<mp_interval> context{bits};
    const scaled_array v = image(context, chain, Z, of);
    if (is_zero(v.values)) throw not_certified("the image of the direction is zero; it has no logarithm");
    const mp_interval length = norm(context, v.values);
    if (!certainly_less(context.exact(0), length)) continue;
    const scaled_array start = rescaled({map(Z, [&](double x) { return context.exact(x); })});
    const mp_interval logarithm = log_norm(context, length, v.exponent);
    chain_image r{logarithm, logarithm - log_norm(context, norm(context, start.values), start.exponent),
                  map(v.values, [&](const mp_interval& x) { return x / length; }), bits};
    if (is_narrow(r, accuracy.width)) return r;
  }
  throw not_certified("the image of the direction could not be enclosed as narrowly as asked with " +
                      std::to_string(accuracy.most) + " binary places");
}

} // namespace

map_chain chain_of(const mixer& mixer, const std::vector<mixer_input>& inputs) {
  return {inputs.size(), [&mixer, &inputs](const context<mp_interval>& context, std::size_t l) {
            return feedback_of(context, mixer.evaluate(context, inputs[l]), inputs[l], core_method::stream_adapted);
          }};
}

chain_image chain_derivative(const map_chain& chain, const matrix<double>& Z, const chain_accuracy& accuracy) {
  return enclose_image(chain, Z, accuracy, direction_of::product);
}

chain_image chain_adjoint_derivative(const map_chain& chain, const matrix<double>& Z, const chain_accuracy& accuracy) {
  return enclose_image(chain, Z, accuracy, direction_of::transpose);
}

} // namespace mixcert
