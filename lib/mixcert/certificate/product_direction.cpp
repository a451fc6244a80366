#include "mixcert/certificate/product_direction.hpp"

#include "mixcert/ball/parallel.hpp"
#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/diagnostic/top_direction.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/jacobian/chain_derivative.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/spectrum/golub_kahan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixcert {
namespace {

map_chain chain_of(const mixer& mixer, const std::vector<product_site>& sites) {
  return {sites.size(), [&](const context<mp_interval>& numbers, std::size_t l) {
            const mixer_input& input = sites[l].input;
            return feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::stream_adapted);
          }};
}

chain_accuracy accuracy_for(int digits) {
  constexpr int ordinary_places = 128, places_of_digit = 4;
  const int places = ordinary_places + places_of_digit * digits;
  return {.width = std::ldexp(1.0, -places), .first = 2 * static_cast<mpfr_prec_t>(places)};
}

chain_image image_of(const map_chain& chain, const matrix<double>& Z, bool transposed, const chain_accuracy& accuracy) {
  return transposed ? chain_adjoint_derivative(chain, Z, accuracy) : chain_derivative(chain, Z, accuracy);
}

/// P, each factor divided by a power of two about its norm, in quadruple precision.
class guessed_product {
 public:
  guessed_product(const mixer& mixer, const std::vector<product_site>& sites, const std::vector<std::string>& norms)
      : factors_(sites.size()), n_(sites.front().input.state.rows()), d_(sites.front().input.state.cols()) {
    in_parallel(sites.size(), [&](std::size_t l) {
      const mixer_input& input = sites[l].input;
      factors_[l] = feedback_of(numbers_, mixer.evaluate(numbers_, input), input, core_method::stream_adapted);
    });
    for (const std::string& norm : norms) {
      const double at_most = parse_decimal_up(norm);
      scales_.emplace_back(at_most > 0 && std::isfinite(at_most) ? std::ldexp(1.0, -std::ilogb(at_most)) : 1.0);
    }
  }

  linear_map<quad> as_map() const {
    const auto times = [this](const std::vector<quad>& x) {
      matrix<quad> Z(n_, d_, x);
      for (std::size_t l = 0; l < factors_.size(); ++l)
        Z = scaled(directional_derivative(numbers_, factors_[l], Z), scales_[l]);
      return Z.values();
    };
    const auto adjoint_times = [this](const std::vector<quad>& x) {
      matrix<quad> Z(n_, d_, x);
      for (std::size_t l = factors_.size(); l-- > 0;)
        Z = scaled(adjoint_derivative(numbers_, factors_[l], Z), scales_[l]);
      return Z.values();
    };
    return {n_ * d_, n_ * d_, times, adjoint_times};
  }

 private:
  static matrix<quad> scaled(matrix<quad> Z, const quad& by) {
    for (quad& x : Z.values()) x = x * by;
    return Z;
  }

  context<quad> numbers_{};
  std::vector<feedback<quad>> factors_;
  std::size_t n_, d_;
  std::vector<quad> scales_;
};

/// About the first right singular vector, or the left one, of binary64 numbers.
std::vector<mp_float> guess_direction(const mixer& mixer, const std::vector<product_site>& sites,
                                      const std::vector<std::string>& norms, bool left) {
  constexpr std::size_t most_steps = 64;
  const guessed_product product(mixer, sites, norms);
  const svd_guess<quad> found = guess_first_vectors(product.as_map(), most_steps);
  const std::vector<mp_float> direction = short_vector(map(left ? found.U : found.V, to_mp_float).values());
  if (std::ranges::all_of(direction, [](const mp_float& x) { return mpfr_zero_p(x.get()) != 0; }))
    throw not_certified("the product of the Jacobians may be zero: none of its directions is the first");
  return direction;
}

std::vector<double> in_binary64(const std::vector<mp_float>& x) {
  std::vector<double> r;
  for (const mp_float& value : x) r.push_back(to_double(value));
  return r;
}

/// The image itself.
std::vector<mp_interval> in_full(const chain_image& image) {
  const mp_interval length = exp(image.log_norm);
  return map(image.direction, [&](const mp_interval& x) { return x * length; }).values();
}

mp_interval around_zero(double radius, mpfr_prec_t bits) {
  return hull(mp_interval(-radius, bits), mp_interval(radius, bits));
}

double distance(const chain_image& image, const std::vector<mp_float>& from) {
  mp_interval squares(0, image.bits);
  const std::vector<mp_interval> points = enclosed(from, image.bits);
  for (std::size_t k = 0; k < points.size(); ++k) squares += sqr(image.direction.values()[k] - points[k]);
  return magnitude_up(sqrt(squares));
}

std::vector<spectrum_entry<mp_interval>> lifted(const std::vector<spectrum_entry<scaled_enclosure>>& spectrum,
                                                mpfr_prec_t bits) {
  std::vector<spectrum_entry<mp_interval>> r;
  for (const auto& entry : spectrum) r.push_back({lift(entry.value, bits), entry.multiplicity, entry.from});
  return r;
}

/// Whether some value may be as large as the first.
bool may_be_met_twice(const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  return spectrum.front().multiplicity > 1 ||
         (spectrum.size() > 1 && !certainly_less(spectrum[1].value, spectrum[0].value));
}

/// A first singular vector's approximation, its image, and about that image divided by its length.
struct found_pair {
  const std::vector<mp_float>& direction;
  const chain_image& image;
  const std::vector<mp_float>& image_direction;
};

std::optional<double> bound_sine(const map_chain& chain, const found_pair& found, bool transposed,
                                 const product_certificate& of, const chain_accuracy& accuracy) {
  const mpfr_prec_t bits = found.image.bits;
  const std::vector<spectrum_entry<mp_interval>> spectrum = lifted(of.spectrum, bits);
  if (may_be_met_twice(spectrum)) return std::nullopt;
  const matrix<double> there(of.streams, of.width, in_binary64(found.image_direction));
  const std::vector<mp_interval> image = in_full(found.image),
                                 back = in_full(image_of(chain, there, !transposed, accuracy));
  const mp_float value = midpoint(exp(found.image.log_norm), bits);
  const angle_bounds angles =
      transposed ? bound_top_angles({found.direction, value, found.image_direction}, back, image, spectrum)
                 : bound_top_angles({found.image_direction, value, found.direction}, image, back, spectrum);
  if (!angles.left || !angles.right) return std::nullopt;
  const double sine = stored_bound(std::max(*angles.left, *angles.right));
  return sine < 1 ? std::optional(sine) : std::nullopt;
}

/// At most 1, as no direction is stretched more than by the norm.
std::optional<enclosure> share_of_norm(const scaled_enclosure& gain, const scaled_enclosure& norm, int digits) {
  const mpfr_prec_t bits = 256 + 4 * static_cast<mpfr_prec_t>(digits);
  const mp_interval above = lift(norm, bits);
  if (!certainly_less(mp_interval(0, bits), above)) return std::nullopt;
  const enclosure share = stored_enclosure(lift(gain, bits) / above, digits);
  if (share.upper() <= 1) return share;
  if (share.is_binary64()) return enclosure(interval(share.lower(), 1));
  return enclosure(share.lo(), "1");
}

} // namespace

product_direction measure_direction(const mixer& mixer, const std::vector<product_site>& sites,
                                    const direction_request& request, const product_certificate& of, int digits) {
  const map_chain chain = chain_of(mixer, sites);
  const chain_accuracy accuracy = accuracy_for(digits);
  std::vector<mp_float> found;
  if (!request.given) found = guess_direction(mixer, sites, of.norms_at_most, request.transposed);
  const matrix<double> Z(of.streams, of.width, request.given ? request.given->values : in_binary64(found));
  const chain_image v = image_of(chain, Z, request.transposed, accuracy);
  std::vector<mp_float> image;
  for (const mp_interval& x : v.direction.values()) image.push_back(midpoint(x, v.bits));
  image = short_vector(std::move(image));

  product_direction r;
  r.transposed = request.transposed;
  const auto as_dyadic = [&](const std::vector<mp_float>& x) {
    return to_dyadic(matrix<mp_float>(of.streams, of.width, x));
  };
  if (request.given)
    r.direction = reference_to(*request.given);
  else
    r.direction = as_dyadic(found);
  const mp_interval room = around_zero(accuracy.width, v.bits); // for who computes with more places, or fewer
  const mp_interval gain = exp(v.log_gain + room);
  r.log_norm = stored_enclosure(v.log_norm + room, digits);
  r.gain = stored_enclosure(gain, exp2_for(gain), digits);
  r.gain_over_norm = share_of_norm(r.gain, of.quantities.norm, digits);
  r.image = as_dyadic(image);
  r.distance = stored_bound(distance(v, image) + accuracy.width);
  if (!request.given) r.sine = bound_sine(chain, {found, v, image}, request.transposed, of, accuracy);
  return r;
}

} // namespace mixcert
