#include "mixcert/certificate/detail/json_reader.hpp"
#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

using namespace json_reader;

constexpr mpfr_prec_t bits = 64; // enough to see that a number has a place among those of MPFR

long read_exp2(const node& at) {
  constexpr long most = 1L << 30;
  const long exponent = at.integer();
  if (exponent > most || exponent < -most) at.refuse("must be between -2^30 and 2^30");
  return exponent;
}

scaled_enclosure read_scaled(const node& at) {
  scaled_enclosure x{read_enclosure(at), at.has("exp2") ? read_exp2(at["exp2"]) : 0};
  if (!(x.ends.lower() >= 0)) at.refuse("a singular value, or what is made of them, is not negative");
  if (!is_finite(lift(x, bits))) at["exp2"].refuse("the ends times 2^exp2 are beyond all numbers");
  return x;
}

std::optional<scaled_enclosure> read_ratio(const node& at) {
  if (is_null_with_reason(at)) return std::nullopt;
  return read_scaled(at);
}

/// A decimal that is a bound of a norm.
std::string read_decimal_bound(const node& at) {
  constexpr std::size_t longest = 4096;
  std::string text = at.text();
  if (!is_decimal(text) || text.size() > longest) at.refuse("is not a decimal number");
  if (!(parse_decimal_down(text) >= 0)) at.refuse("a bound must not be negative");
  return text;
}

certificate_subject read_site(const node& at, const std::string& with) {
  certificate_subject s;
  s.site = at["site"].text();
  at["parameters"].each_item([&](const node& t) { s.parameters.push_back(read_reference(t)); });
  s.state = read_indexed_reference(at["state"]);
  if (at.has("branch_output") != (with == "write")) at.refuse("a branch_output belongs to \"with\": \"write\"");
  if (at.has("branch_output")) s.branch_output = read_indexed_reference(at["branch_output"]);
  return s;
}

/// What each site has in common with all others.
void share(certificate_subject& site, const product_certificate& c) {
  site.mixer = c.mixer;
  site.with = c.with;
  site.convention = c.convention;
  site.streams = c.streams;
  site.width = c.width;
}

void read_subject(const node& at, product_certificate& c) {
  if (at["kind"].text() != "product") at["kind"].refuse("must be \"product\"");
  c.mixer = at["mixer"].text();
  c.with = at["with"].text();
  if (c.with != "residual" && c.with != "write") at["with"].refuse("must be \"residual\" or \"write\"");
  c.convention = read_convention(at["convention"]);
  c.streams = at["streams"].count();
  c.width = at["width"].count();
  constexpr std::size_t most = std::size_t{1} << 31;
  if (c.streams == 0 || c.width == 0 || c.streams > most || c.width > most)
    at.refuse("streams and width must be positive");
  at["sites"].each_item([&](const node& site) {
    c.sites.push_back(read_site(site, c.with));
    share(c.sites.back(), c);
  });
  if (c.sites.empty()) at["sites"].refuse("there are none");
}

product_quantities read_quantities(const node& at) {
  return {read_scaled(at["norm"]),
          read_scaled(at["frozen_norm"]),
          read_scaled(at["mean_square"]),
          read_scaled(at["frozen_mean_square"]),
          read_scaled(at["smallest"]),
          read_ratio(at["norm_ratio"]),
          read_ratio(at["mean_square_ratio"])};
}

std::optional<enclosure> read_share(const node& at) {
  if (is_null_with_reason(at)) return std::nullopt;
  enclosure share = read_enclosure(at);
  if (!(share.lower() >= 0)) at.refuse("a gain by the norm is not negative");
  return share;
}

dyadic_matrix read_vector(const node& at, const product_certificate& c) {
  dyadic_matrix r = read_dyadic(at);
  if (r.rows != c.streams || r.cols != c.width) at.refuse("must be streams x width");
  return r;
}

product_direction read_direction(const node& at, const product_certificate& c) {
  product_direction r;
  r.transposed = at["transposed"].truth();
  if (at.has("tensor") == at.has("vector")) at.refuse("must have one of tensor and vector");
  if (at.has("tensor")) {
    const tensor_reference given = read_indexed_reference(at["tensor"]);
    if (given.shape != std::vector<std::size_t>{c.streams, c.width})
      at["tensor"]["shape"].refuse("must be streams x width");
    r.direction = given;
  } else {
    r.direction = read_vector(at["vector"], c);
  }
  r.log_norm = read_enclosure(at["log_norm"]);
  r.gain = read_scaled(at["gain"]);
  r.gain_over_norm = read_share(at["gain_over_norm"]);
  r.image = read_vector(at["image"], c);
  r.distance = read_upper_bound(at["distance"]["hi"], at["distance"]["hi_hex"]);
  if (!at.has("sine")) return r;
  if (at.has("tensor")) at["sine"].refuse("belongs to a vector");
  r.sine = read_upper_bound(at["sine"]["hi"], at["sine"]["hi_hex"]);
  return r;
}

void read_spectra(const node& root, product_certificate& c) {
  const node spectrum = root["spectrum"], frozen = root["frozen_spectrum"];
  std::size_t count = 0;
  spectrum.each_item([&](const node& e) {
    c.spectrum.push_back({read_scaled(e), e["multiplicity"].count(), e["from"].text()});
    const std::size_t multiplicity = c.spectrum.back().multiplicity;
    if (multiplicity == 0 || multiplicity > c.streams * c.width - count)
      spectrum.refuse("multiplicities must be positive and sum to streams x width");
    count += multiplicity;
  });
  if (count != c.streams * c.width) spectrum.refuse("multiplicities must sum to streams x width");
  frozen.each_item([&](const node& e) {
    if (e["multiplicity"].count() != 1) e["multiplicity"].refuse("must be 1");
    c.frozen_spectrum.push_back(read_scaled(e));
  });
  if (c.frozen_spectrum.size() != c.streams) frozen.refuse("must have one value a stream");
}

} // namespace

product_certificate product_from_json(std::string_view text, const std::string& source) {
  const json document = parse_document(text, source);
  const node root(document, source);
  check_format(root);
  product_certificate c;
  read_subject(root["subject"], c);
  const node product = root["product"], local = root["local"];
  c.method = product["method"].text();
  c.arithmetic = product["arithmetic"].text();
  c.norms_of_suffixes = product["norms_of_suffixes"].text();
  c.radius = read_decimal_bound(product["radius"]);
  local["norms_at_most"].each_item([&](const node& norm) { c.norms_at_most.push_back(read_decimal_bound(norm)); });
  if (c.norms_at_most.size() != c.sites.size()) local["norms_at_most"].refuse("must have one bound a site");
  c.product_of_norms = read_decimal_bound(local["product_at_most"]);
  read_spectra(root, c);
  c.quantities = read_quantities(root["quantities"]);
  if (root.has("direction")) c.direction = read_direction(root["direction"], c);
  root["claims"].each_item([&](const node& x) { c.claims.push_back(read_claim(x)); });
  if (c.claims.empty()) root["claims"].refuse("there are none");
  const bool claims_direction = std::ranges::count(c.claims, "direction", &claim::type) > 0;
  if (claims_direction != c.direction.has_value()) root["claims"].refuse("a claim direction belongs to a direction");
  if (root.has("notes")) c.notes = read_texts(root["notes"]);
  c.made_by = read_producer(root["producer"]);
  return c;
}

} // namespace mixcert
