#include "mixcert/certificate/checker/product_quantities.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <cstdlib>

namespace mixcert::checker {
namespace {

constexpr long farthest = 1L << 15;

using stated_value = std::optional<scaled_enclosure>;

/// `own` is in units of 2^exponent.
void require_quantity(const std::string& name, const stated_value& stated, const enclosure& own, long exponent) {
  require(stated.has_value(), "the quantity " + name + " is missing");
  const enclosure claimed = in_units(*stated, exponent);
  require(claimed.lo <= own.hi && own.lo <= claimed.hi, name + " lies outside its enclosure");
  require_known(claimed.lo <= own.lo && own.hi <= claimed.hi, name + " is not known to lie in its enclosure");
}

/// Null is allowed: it claims nothing.
void require_ratio(const std::string& name, const stated_value& stated, const scaled_enclosure& over,
                   const scaled_enclosure& under) {
  if (!stated) return;
  const enclosure &a = over.value, &b = under.value;
  require(b.lo > 0, name + " may divide by zero");
  require_quantity(name, stated, {a.lo / b.hi, a.hi / b.lo}, over.exp2 - under.exp2);
}

scaled_enclosure mean_square(const std::vector<scaled_value_record>& values) {
  const long exponent = values.front().value.exp2;
  enclosure sum{0, 0};
  rational count = 0;
  for (const auto& [value, multiplicity] : values) {
    const enclosure x = in_units(value, exponent);
    sum.lo += x.lo * x.lo * multiplicity;
    sum.hi += x.hi * x.hi * multiplicity;
    count += multiplicity;
  }
  return {{sum.lo / count, sum.hi / count}, 2 * exponent};
}

} // namespace

enclosure in_units(const scaled_enclosure& x, long exponent) {
  const long shift = x.exp2 - exponent;
  if (shift == 0 || (x.value.lo == 0 && x.value.hi == 0)) return x.value;
  require_known(std::labs(shift) <= farthest, "the exponents of its enclosures are too far apart");
  const rational unit = power_of_two(shift);
  return {x.value.lo * unit, x.value.hi * unit};
}

void require_quantities(const product_record& record) {
  const product_quantities_record& q = record.quantities;
  const auto require_same = [](const std::string& name, const stated_value& stated, const scaled_enclosure& own) {
    require_quantity(name, stated, own.value, own.exp2);
  };
  std::vector<scaled_value_record> frozen;
  for (const scaled_enclosure& value : record.frozen_spectrum) frozen.push_back({value, 1});
  const scaled_enclosure &norm = record.spectrum.front().value, &frozen_norm = record.frozen_spectrum.front();
  const scaled_enclosure square = mean_square(record.spectrum), frozen_square = mean_square(frozen);
  require_same("norm", q.norm, norm);
  require_same("smallest", q.smallest, record.spectrum.back().value);
  require_same("frozen_norm", q.frozen_norm, frozen_norm);
  require_same("mean_square", q.mean_square, square);
  require_same("frozen_mean_square", q.frozen_mean_square, frozen_square);
  require_ratio("norm_ratio", q.norm_ratio, norm, frozen_norm);
  require_ratio("mean_square_ratio", q.mean_square_ratio, square, frozen_square);
  if (q.local_norms_product)
    require_known(record.norms_product_at_most <= in_units(*q.local_norms_product, 0).hi,
                  "the product of the local norms is not known to be so small");
}

} // namespace mixcert::checker
