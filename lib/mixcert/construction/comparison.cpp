#include "mixcert/construction/comparison.hpp"

#include "mixcert/error.hpp"
#include "mixcert/expression/agreement.hpp"
#include "mixcert/expression/evaluate.hpp"
#include "mixcert/expression/substitute.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace mixcert {
namespace {

constexpr long places_of_ulp = 53;

/// Thin beside everything that is compared with it.
mpfr_prec_t places_of_values(const arithmetic& in) { return 4 * std::max<mpfr_prec_t>(in.bits, 256); }

mp_interval value_of(const expression& form, const parameters& values, mpfr_prec_t bits) {
  return evaluate(context<mp_interval>{bits}, substitute(form, values));
}

/// What the numbers of a row are measured by.
struct scale {
  long least, largest; ///< exponents, of the least magnitude above 0 and of the largest
};

scale scale_of(const std::vector<mp_interval>& values) {
  std::optional<scale> found;
  for (const mp_interval& value : values) {
    if (is_exact_zero(value)) continue;
    const long exponent = exponent_of(abs(value));
    found =
        found ? scale{std::min(found->least, exponent), std::max(found->largest, exponent)} : scale{exponent, exponent};
  }
  return found.value_or(scale{0, 0});
}

/// x in units of the last place of a number with this exponent, rounded up.
mp_float in_ulps(const mp_interval& x, long exponent) {
  const mp_interval scaled_x = scaled(abs(x), places_of_ulp - exponent);
  mp_float r(64);
  mpfr_set(r.get(), scaled_x.upper(), MPFR_RNDU);
  return r;
}

bool is_few(const mp_float& ulps) { return mpfr_lessequal_p(ulps.get(), mp_float(most_ulps, 53).get()) != 0; }

/// One reference, whose numbers are judged one by one.
class judge {
 public:
  judge(const reference_value& reference, mp_interval value, const parameters& values, const scale& all,
        const arithmetic& in)
      : values_(values), all_(all), in_(in), exponent_(is_exact_zero(value) ? all.least : exponent_of(abs(value))),
        found_{reference, std::move(value), {}, {}, outcome::agrees} {}

  void operator()(const mp_interval& x) {
    if (!is_finite(x)) throw not_certified("a computed number could not be bounded");
    add(of_enclosure(x));
    found_.computed = found_.computed ? hull(std::get<mp_interval>(*found_.computed), x) : x;
    found_.ulps = width_in_ulps(std::get<mp_interval>(*found_.computed));
  }

  void operator()(const mp_float& x) {
    if (mpfr_number_p(x.get()) == 0)
      throw not_certified("a number is too large for this arithmetic, or undefined in it");
    const mp_float distance = in_ulps(mp_interval(x, found_.value.bits()) - found_.value, exponent_);
    const long places = in_.in == arithmetic::kind::binary128 ? 113 : 53;
    const bool resolved = all_.largest - exponent_ <= places - 30;
    add(is_few(distance) ? outcome::agrees_uncertified
        : resolved       ? outcome::differs_uncertified
                         : outcome::not_resolved);
    if (found_.ulps && mpfr_lessequal_p(distance.get(), found_.ulps->get()) != 0) return;
    found_.computed = x;
    found_.ulps = distance;
  }

  void operator()(const rational& x) {
    const rational value = evaluate(context<rational>{}, found_.reference.form, values_);
    add(is_exact_zero(x - value) ? outcome::agrees : outcome::disagrees);
    found_.computed = x;
  }

  comparison result() && { return std::move(found_); }

 private:
  void add(outcome one) { found_.result = std::max(found_.result, one); }

  mp_float width_in_ulps(const mp_interval& x) const {
    mp_float width(64);
    mpfr_sub(width.get(), x.upper(), x.lower(), MPFR_RNDU);
    return in_ulps(mp_interval(width, 64), exponent_);
  }

  outcome of_enclosure(const mp_interval& x) const {
    switch (agrees(x, found_.reference.form, values_)) {
    case agreement::no:
      return outcome::disagrees;
    case agreement::yes:
      return is_few(width_in_ulps(x)) ? outcome::agrees : outcome::undecided;
    case agreement::undecided:
      break;
    }
    return outcome::undecided;
  }

  const parameters& values_;
  const scale& all_;
  const arithmetic& in_;
  long exponent_;
  comparison found_;
};

} // namespace

std::string to_string(outcome outcome) {
  switch (outcome) {
  case outcome::agrees:
    return "agrees";
  case outcome::agrees_uncertified:
    return "agrees (uncertified)";
  case outcome::not_resolved:
    return "not resolved (uncertified)";
  case outcome::not_rational:
    return "not rational";
  case outcome::undecided:
    return "undecided";
  case outcome::differs_uncertified:
    return "differs (uncertified)";
  case outcome::disagrees:
    return "disagrees";
  }
  std::abort(); // all outcomes are above
}

std::vector<comparison> compare(const std::vector<reference_value>& references,
                                const std::vector<std::vector<computed_number>>& computed, const parameters& values,
                                const arithmetic& in) {
  if (references.size() != computed.size())
    throw std::invalid_argument("compare: not as many lists of numbers as references");
  std::vector<mp_interval> exact;
  for (const reference_value& reference : references)
    exact.push_back(value_of(reference.form, values, places_of_values(in)));
  const scale all = scale_of(exact);
  std::vector<comparison> r;
  for (std::size_t k = 0; k < references.size(); ++k) {
    judge one(references[k], exact[k], values, all, in);
    for (const computed_number& x : computed[k]) std::visit(one, x);
    r.push_back(std::move(one).result());
  }
  return r;
}

std::vector<std::vector<computed_number>> in_order(const std::vector<reference_value>& references,
                                                   const std::vector<repeated_number>& descending,
                                                   const parameters& values) {
  constexpr mpfr_prec_t bits = 16384; // as many as `agrees` looks at: nearer values are one to it
  std::vector<mp_float> value;
  std::size_t expected = 0, found = 0;
  for (const reference_value& reference : references) {
    value.push_back(midpoint(value_of(reference.form, values, bits), bits));
    expected += reference.count;
  }
  for (const repeated_number& x : descending) found += x.count;
  if (expected != found) throw std::invalid_argument("in_order: not as many numbers as values");
  std::vector<std::size_t> order(references.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return mpfr_greater_p(value[i].get(), value[j].get()) != 0; });
  std::vector<std::vector<computed_number>> r(references.size());
  auto next = descending.begin();
  std::size_t used = 0; // of *next
  for (const std::size_t k : order)
    for (std::size_t rest = references[k].count; rest > 0;) {
      if (used == next->count) {
        ++next;
        used = 0;
        continue;
      }
      const std::size_t both = std::min(rest, next->count - used);
      r[k].push_back(next->value);
      rest -= both;
      used += both;
    }
  return r;
}

std::vector<reference_value> references_of(const closed_form& form, const parameters& values) {
  std::vector<reference_value> r;
  for (const auto& [value, count] : form.singular_values)
    r.push_back({"singular value", value,
                 static_cast<std::size_t>(mpq_get_d(evaluate(context<rational>{}, count, values).get()))});
  return r;
}

} // namespace mixcert
