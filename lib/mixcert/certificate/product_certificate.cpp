#include "mixcert/certificate/product_certificate.hpp"

#include "mixcert/ball/parallel.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/certificate/factored_spectrum.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/certificate/product_claims.hpp"
#include "mixcert/certificate/product_direction.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/dense_norm.hpp"
#include "mixcert/jacobian/dense_product.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/jacobian/product_norm.hpp"
#include "mixcert/jacobian/rotation.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/constant.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/directed.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/dense_spectrum.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mixcert {
namespace {

constexpr precision local_places{64, 144, 256}; // double-double numbers have 106
constexpr int printed_digits = 12;

void require_alike(const std::vector<product_site>& sites) {
  if (sites.empty()) throw input_error("a product needs at least one site");
  const auto shape = [](const product_site& s) { return std::pair(s.input.state.rows(), s.input.state.cols()); };
  for (const product_site& site : sites)
    if (shape(site) != shape(sites.front()) ||
        site.input.branch_output.has_value() != sites.front().input.branch_output.has_value())
      throw input_error("site " + site.subject.site + ": is not of the size or kind of the first one");
}

void require_fitting(const std::optional<direction_request>& request, const std::vector<product_site>& sites) {
  const matrix<double>& state = sites.front().input.state;
  if (request && request->given && request->given->shape != std::vector<std::size_t>{state.rows(), state.cols()})
    throw input_error(tensor_label(request->given->file, request->given->name) + "is not of the states' shape");
}

/// The method that was asked for or is the cheaper one, if the product is not too large for it.
product_method method_for(const product_options& options, const mixer& mixer, const std::vector<product_site>& sites) {
  constexpr std::size_t cheap_order = 64, cheap_part = 8;
  constexpr int most_digits_of_dense = 20;
  const product_method asked = options.method;
  const std::size_t order = sites.front().input.state.values().size();
  const bool can_be_dense = order <= largest_dense_order;
  switch (asked) {
  case product_method::dense:
    if (can_be_dense) return asked;
    throw input_error("--method dense: the product has order " + std::to_string(order) +
                      ", and the dense method ends at " + std::to_string(largest_dense_order));
  case product_method::factored:
    if (factored_order(mixer, sites, largest_factored_order) <= largest_factored_order) return asked;
    throw input_error("--method factored: the sites' features together need a core of order above " +
                      std::to_string(largest_factored_order) + ", where the factored method ends");
  case product_method::largest:
    return asked;
  case product_method::automatic:
    break;
  }
  const bool is_cheaper_dense = can_be_dense && options.digits <= most_digits_of_dense;
  const std::size_t limit =
      is_cheaper_dense ? std::clamp(order / cheap_part, cheap_order, largest_factored_order) : largest_factored_order;
  if (factored_order(mixer, sites, limit) <= limit) return product_method::factored;
  return can_be_dense ? product_method::dense : product_method::largest;
}

/// All that is kept of the sites.
struct evaluated_sites {
  std::vector<site_factors> factors; ///< but for the factored method
  std::vector<mp_interval_matrix> H; ///< of each site
  std::vector<double> norms;         ///< upper bounds, as stored
  std::vector<std::string> norms_at_most;
  bool norms_by_factors = true; ///< theorem T25, not T3
  mp_interval_matrix frozen;    ///< H_L ... H_1
};

/// One site's part of them.
struct evaluated_site {
  site_factors factors;
  std::string norm_at_most;
  bool norm_by_factors;
  mp_interval_matrix frozen;
};

/// An upper bound of the norm of a Jacobian, from thin factors where there are some and that succeeds.
std::optional<double> norm_by_factors(const feedback<mp_interval>& f, const site_factors& factors) {
  try {
    return norm_up(factors, f.frozen);
  } catch (const not_certified&) {
    return std::nullopt;
  }
}

evaluated_site evaluate(const mixer& mixer, const mixer_input& input, product_method method) {
  constexpr double slack = 1 + 0x1p-29;
  const context<mp_interval> numbers{local_places.working};
  const feedback<mp_interval> f =
      feedback_of(numbers, mixer.evaluate(numbers, input), input, core_method::stream_adapted);
  const bool has_factors = method != product_method::factored;
  site_factors factors = has_factors ? factors_of(f, input) : site_factors{};
  const std::optional<double> by_factors = has_factors ? norm_by_factors(f, factors) : std::nullopt;
  const double norm = by_factors ? *by_factors : norm_at_most(f, input.state.cols(), local_places);
  return {std::move(factors), decimal_up(mul_up(norm, slack), printed_digits), by_factors.has_value(), f.frozen};
}

evaluated_sites evaluate(const mixer& mixer, const std::vector<product_site>& sites, product_method method) {
  std::vector<evaluated_site> each(sites.size());
  in_parallel(sites.size(), [&](std::size_t l) { each[l] = evaluate(mixer, sites[l].input, method); });
  evaluated_sites r;
  for (evaluated_site& site : each) {
    r.factors.push_back(std::move(site.factors));
    r.norms.push_back(parse_decimal_up(site.norm_at_most));
    r.norms_at_most.push_back(std::move(site.norm_at_most));
    r.norms_by_factors = r.norms_by_factors && site.norm_by_factors;
    r.frozen =
        r.frozen.rows() == 0 ? site.frozen : multiply(site.frozen, r.frozen, mp_interval(0, local_places.working));
    r.H.push_back(std::move(site.frozen));
  }
  return r;
}

/// Of a matrix of any size, by way of one of moderate size: radii are binary64 numbers.
std::vector<mp_interval> singular_values(const mp_interval_matrix& M, const precision& places) {
  long exponent = 0;
  bool any = false;
  for (const mp_interval& x : M.values()) {
    if (!is_finite(x)) throw not_certified("the product of the mixing matrices could not be bounded");
    if (is_exact_zero(x)) continue;
    exponent = any ? std::max(exponent, exponent_of(x)) : exponent_of(x);
    any = true;
  }
  const mp_interval_matrix moderate = map(M, [exponent](const mp_interval& x) { return scaled(x, -exponent); });
  std::vector<mp_interval> values = mixer_singular_values(certify_rotation(moderate, places), places);
  for (mp_interval& value : values) value = scaled(std::move(value), exponent);
  return values;
}

std::string product_of(const std::vector<std::string>& norms) {
  mp_interval product(1, local_places.working);
  for (const std::string& norm : norms)
    product = product * exact_constant(norm).value(context<mp_interval>{local_places.working});
  return decimal_up(product.upper(), printed_digits);
}

mp_interval mean_square(const std::vector<spectrum_entry<scaled_enclosure>>& spectrum, mpfr_prec_t bits) {
  mp_interval sum(0, bits);
  std::size_t count = 0;
  for (const auto& entry : spectrum) {
    sum += mp_interval(static_cast<double>(entry.multiplicity), bits) * sqr(lift(entry.value, bits));
    count += entry.multiplicity;
  }
  return sum / mp_interval(static_cast<double>(count), bits);
}

scaled_enclosure stored(const mp_interval& x, int digits) { return stored_enclosure(x, exp2_for(x), digits); }

std::optional<scaled_enclosure> ratio(const mp_interval& actual, const mp_interval& frozen, int digits) {
  if (!certainly_less(mp_interval(0, actual.bits()), frozen)) return std::nullopt;
  return stored(actual / frozen, digits);
}

product_quantities quantities_of(const product_certificate& c, int digits) {
  const mpfr_prec_t bits = local_places.working + 4 * static_cast<mpfr_prec_t>(digits);
  std::vector<spectrum_entry<scaled_enclosure>> frozen;
  for (const scaled_enclosure& value : c.frozen_spectrum) frozen.push_back({value, 1, "frozen"});
  const scaled_enclosure &norm = c.spectrum.front().value, &frozen_norm = c.frozen_spectrum.front();
  const mp_interval square = mean_square(c.spectrum, bits), frozen_square = mean_square(frozen, bits);
  return {norm,
          frozen_norm,
          stored(square, digits),
          stored(frozen_square, digits),
          c.spectrum.back().value,
          ratio(lift(norm, bits), lift(frozen_norm, bits), digits),
          ratio(square, frozen_square, digits)};
}

void require_digits_kept(const product_certificate& c, int digits) {
  const mpfr_prec_t bits = local_places.working + 4 * static_cast<mpfr_prec_t>(digits);
  for (const auto& entry : c.spectrum)
    if (!keeps_promise(lift(entry.value, bits), lift(c.spectrum.front().value, bits), digits))
      throw not_certified(
          "--digits " + std::to_string(digits) +
          ": the dense method does not give every singular value so many; ask for fewer, or for --method "
          "factored where the sites have few features together");
}

void store_frozen(product_certificate& c, const mp_interval_matrix& frozen, const precision& places, int digits) {
  for (const mp_interval& value : singular_values(frozen, places)) c.frozen_spectrum.push_back(stored(value, digits));
}

/// An enclosure of a value of P, none of which is above the product of the norms: where numbers underflow it says less.
mp_interval within_norms(const mp_interval& value, const product_certificate& c) {
  const mpfr_prec_t bits = local_places.working;
  const mp_interval norms = exact_constant(c.product_of_norms).value(context<mp_interval>{bits});
  if (!certainly_less(norms, mp_interval(mp_float(value.upper(), bits), mp_float(value.upper(), bits), bits)))
    return value;
  return {mp_float(value.lower(), bits), mp_float(norms.upper(), bits), bits};
}

void fill_dense(product_certificate& c, const evaluated_sites& evaluated, int digits) {
  const dense_product P = multiply_sites(evaluated.factors, evaluated.norms);
  c.method = "dense";
  c.arithmetic = "double-double";
  c.norms_of_suffixes = P.suffixes_computed ? "chain" : "products";
  c.radius = decimal_up(scaled(mp_interval(P.radius, local_places.working), P.exponent).upper(), printed_digits);
  for (const mp_interval& value : enclose_dense_spectrum(P.midpoint, P.radius, local_places.working))
    c.spectrum.push_back({stored(within_norms(scaled(value, P.exponent), c), digits), 1, "product"});
  store_frozen(c, evaluated.frozen, local_places, digits);
  if (digits != 0) require_digits_kept(c, digits);
}

void fill_factored(product_certificate& c, const mixer& mixer, const std::vector<product_site>& sites, int digits) {
  const factored_spectrum P = enclose_factored_product(mixer, sites, digits);
  c.method = "factored";
  c.arithmetic = std::to_string(P.places.working) + " places";
  c.norms_of_suffixes = "none";
  c.radius = "0";
  for (const auto& entry : P.values) c.spectrum.push_back({stored(entry.value, digits), entry.multiplicity, "product"});
  store_frozen(c, P.frozen, P.places, digits);
}

/// Sources and derivatives of all sites: terms too small for the chain are among them (theorem T25 e).
std::size_t count_features(const std::vector<site_factors>& sites) {
  std::size_t count = 0;
  for (const site_factors& site : sites) count += site.sources.rows() + site.derivatives.size();
  return count;
}

constexpr int digits_of_largest = 9;

/// How many of these digits an enclosure of the norm has.
int digits_kept(const mp_interval& norm) {
  int digits = digits_of_largest;
  while (digits > 0 && !keeps_promise(norm, norm, digits)) --digits;
  return digits;
}

/// The norm of a product, and how it was found.
struct largest_value {
  mp_interval norm, radius;
  std::string norms_of_suffixes;
  bool is_dense; ///< from the matrix itself, not from thin factors
};

largest_value find_by_matrix(const evaluated_sites& evaluated) {
  const dense_product P = multiply_sites(evaluated.factors, evaluated.norms);
  return {enclose_norm(P), scaled(mp_interval(P.radius, local_places.working), P.exponent),
          P.suffixes_computed ? "chain" : "products", true};
}

/// The factors of the sites are given up if nobody else will need them.
largest_value find_by_factors(evaluated_sites& evaluated, int digits, bool is_last) {
  factor_chain chain = chain_factors(evaluated.factors, evaluated.H, evaluated.norms);
  if (is_last) evaluated.factors.clear(); // as large as the chain
  constexpr int ordinary_places = 36;
  const int wanted = digits == 0 ? ordinary_places : static_cast<int>(binary_places(digits)) + 2;
  const mp_interval radius = scaled(mp_interval(chain.distance, local_places.working), chain.exponent);
  return {enclose_norm(std::move(chain), wanted), radius, "products", false};
}

/// From thin factors where they are thin, or the order is too large for anything else, and that succeeds; else from the
/// matrix itself.
largest_value find_largest(evaluated_sites& evaluated, std::size_t order, int digits) {
  constexpr std::size_t worthwhile_part = 4;
  std::size_t rows = 0;
  for (const site_factors& site : evaluated.factors) rows += site.derivatives.size();
  const bool can_be_dense = order <= largest_dense_order;
  if (can_be_dense && rows >= order / worthwhile_part) return find_by_matrix(evaluated);
  try {
    return find_by_factors(evaluated, digits, !can_be_dense);
  } catch (const not_certified&) {
    if (!can_be_dense) throw;
  }
  return find_by_matrix(evaluated);
}

/// The norm, what the directions of no feature leave of the frozen product, and bounds of the rest. Returns the theorem
/// that gave the norm.
std::string fill_largest(product_certificate& c, evaluated_sites& evaluated, int digits) {
  const std::size_t features = std::min(c.width, count_features(evaluated.factors));
  const largest_value found = find_largest(evaluated, c.streams * c.width, digits);
  const mp_interval norm = within_norms(found.norm, c), zero(0, local_places.working);
  const mp_interval below_norm(mp_float(zero.lower(), norm.bits()), mp_float(norm.upper(), norm.bits()), norm.bits());
  const std::vector<mp_interval> frozen = singular_values(evaluated.frozen, local_places);
  std::vector<spectrum_entry<mp_interval>> parts{{norm, 1, "product"},
                                                 {below_norm, c.streams * features - 1, "product"}};
  for (const mp_interval& value : frozen) parts.push_back({value, c.width - features, "product"});
  c.method = "largest";
  c.arithmetic = "double-double";
  c.norms_of_suffixes = found.norms_of_suffixes;
  c.radius = decimal_up(found.radius.upper(), printed_digits);
  for (const auto& [value, multiplicity, from] : merge(parts))
    c.spectrum.push_back({stored(value, digits), multiplicity, "product"});
  store_frozen(c, evaluated.frozen, local_places, digits);
  c.notes.emplace_back("only the largest singular value is enclosed narrowly; of " +
                       std::to_string(c.streams * features - 1) + " others it is known that they are not larger");
  if (const int kept = digits_kept(norm); kept < digits_of_largest)
    c.notes.emplace_back(
        "the largest singular value is enclosed to " + std::to_string(kept) + " digits, not to " +
        std::to_string(digits_of_largest) +
        " as usually: this method shows no bound below the norm of the frozen product, nor one so near where "
        "rounding is too large; --method dense and factored give more");
  if (digits != 0 && !keeps_promise(norm, norm, digits))
    throw not_certified("--digits " + std::to_string(digits) +
                        ": the largest singular value is not enclosed to so "
                        "many; ask for fewer");
  return found.is_dense ? "T30" : "T25";
}

} // namespace

product_certificate certify_product(const mixer& mixer, const std::vector<product_site>& sites,
                                    const product_options& options) {
  const int digits = options.digits;
  if (digits != 0) require_digits(digits);
  require_alike(sites);
  require_fitting(options.direction, sites);
  require_ieee_environment();
  const product_method method = method_for(options, mixer, sites);
  const auto begin = [&](const std::string& step) {
    if (options.begins) options.begins(step);
  };
  begin("evaluating " + std::to_string(sites.size()) + (sites.size() == 1 ? " site" : " sites"));
  evaluated_sites evaluated = evaluate(mixer, sites, method);
  product_certificate c = subject_of_product(mixer, sites);
  c.norms_at_most = evaluated.norms_at_most;
  c.product_of_norms = product_of(evaluated.norms_at_most);
  std::string theorem = method == product_method::dense ? "T22" : "T2";
  begin("enclosing the singular values of the product");
  if (method == product_method::dense)
    fill_dense(c, evaluated, digits);
  else if (method == product_method::largest)
    theorem = fill_largest(c, evaluated, digits);
  else
    fill_factored(c, mixer, sites, digits);
  c.quantities = quantities_of(c, digits);
  c.claims = product_claims(evaluated.norms_by_factors ? "T25" : "T3", theorem);
  if (options.direction) {
    begin("applying the product to the direction");
    c.direction = measure_direction(mixer, sites, *options.direction, c, digits);
    c.claims.push_back(direction_claim(*c.direction));
  }
  c.made_by = this_producer();
  return c;
}

product_method parse_product_method(std::string_view name) {
  if (name == "auto") return product_method::automatic;
  if (name == "dense") return product_method::dense;
  if (name == "factored") return product_method::factored;
  if (name == "largest") return product_method::largest;
  throw input_error(printable(name) + ": must be auto, dense, factored or largest");
}

product_certificate subject_of_product(const mixer& mixer, const std::vector<product_site>& sites) {
  product_certificate c;
  c.mixer = std::string(mixer.name());
  if (sites.empty()) return c;
  const mixer_input& first = sites.front().input;
  c.with = first.branch_output ? "write" : "residual";
  c.convention = first.convention;
  c.streams = first.state.rows();
  c.width = first.state.cols();
  for (const product_site& site : sites) c.sites.push_back(site.subject);
  return c;
}

} // namespace mixcert
