#include "mixcert/certificate/checker/product_direction.hpp"

#include "mixcert/certificate/checker/direction.hpp"
#include "mixcert/certificate/checker/product_quantities.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::checker {
namespace {

/// P x, or P^T x.
interval_matrix applied(const std::function<jacobian_factors(std::size_t)>& factors, std::size_t count,
                        interval_matrix x, transposition of, mpfr_prec_t bits) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t l = of == transposition::transposed ? count - 1 - k : k;
    x = checker::applied(factors(l), x, of, bits);
  }
  return x;
}

/// From the ends of both, exactly; a gain is at most the norm.
void require_share(const enclosure& stated, const scaled_enclosure& gain, const scaled_enclosure& norm) {
  const enclosure unit = in_units(norm, gain.exp2);
  require(unit.lo > 0, "gain_over_norm may divide by zero");
  const rational least = gain.value.lo / unit.hi, most = std::min<rational>(1, gain.value.hi / unit.lo);
  require(stated.lo <= most && least <= stated.hi, "gain_over_norm lies outside its enclosure");
  require_known(stated.lo <= least && most <= stated.hi, "gain_over_norm is not known to lie in its enclosure");
}

/// Of a norm that only one direction has.
interval next_value(const std::vector<scaled_value_record>& spectrum, mpfr_prec_t bits) {
  require_known(spectrum.front().multiplicity == 1, "the largest singular value may not be alone");
  const scaled_enclosure& next = spectrum[1].value;
  return scaled(interval(next.value.hi, bits), next.exp2);
}

} // namespace

void require_direction(const product_record& record, const dyadic_matrix& z,
                       const std::function<jacobian_factors(std::size_t)>& factors, mpfr_prec_t bits) {
  const direction_record& stated = *record.direction;
  for (const dyadic_matrix* x : {&z, &stated.image})
    require_known(x->rows == record.streams && x->cols == record.width, "a direction is not of streams x width");
  const std::size_t count = record.sites.size();
  const transposition of = stated.transposed ? transposition::transposed : transposition::none,
                      back = stated.transposed ? transposition::none : transposition::transposed;
  const interval_matrix unit = unit_vector(enclose(z, bits), bits);
  const interval_matrix image = applied(factors, count, unit, of, bits);
  const interval gain = frobenius(image, bits), length = gain * frobenius(enclose(z, bits), bits);
  require(!is_zero(gain), "the image of the direction is zero");
  if (!is_positive(gain)) throw not_established("the image of the direction may be zero");
  require_inside("the logarithm of the image's length", log(length), stated.log_norm.lo, stated.log_norm.hi);
  require_inside("the gain", scaled(gain, -stated.gain.exp2), stated.gain.value.lo, stated.gain.value.hi);
  if (stated.gain_over_norm) require_share(*stated.gain_over_norm, stated.gain, record.spectrum.front().value);

  interval_matrix direction = enclose(stated.image, bits);
  const interval_matrix unit_image = unit_vector(image, bits);
  require_bound("the distance of `image` from the image divided by its length",
                distance(unit_image, interval(1, bits), direction, bits), stated.distance);
  if (!stated.sine || unit.cols == 1) return;
  require_known(*stated.sine < 1, "a sine of 1 bounds no angle");
  const interval next = next_value(record.spectrum, bits);
  direction = unit_vector(std::move(direction), bits);
  const unit_with_image there{unit, image}, here{direction, applied(factors, count, direction, back, bits)};
  const interval sine = stated.transposed ? sine_of(here, there, next, bits) : sine_of(there, here, next, bits);
  require_known(position_below(sine, *stated.sine) == position::inside,
                "the sine is known to be at most " + text(sine) + " only");
}

} // namespace mixcert::checker
