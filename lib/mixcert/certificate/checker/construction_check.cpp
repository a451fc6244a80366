#include "mixcert/certificate/checker/construction_check.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

/// A singular value by its square, which is rational, and its form as it is written.
struct exact_value {
  std::string form;
  rational square;
  std::size_t multiplicity;
};

const rational& parameter(const construction_record& c, const std::string& name) {
  const auto found = c.parameters.find(name);
  if (found == c.parameters.end() || !found->second.word.empty()) throw malformed("there is no number " + name);
  return found->second.value;
}

std::size_t whole(const construction_record& c, const std::string& name, long least, long most) {
  const rational& x = parameter(c, name);
  require(denominator(x) == 1 && x >= least, name + " is no whole number that the theorem allows");
  if (x > most) throw not_established(name + " is too large to be evaluated exactly");
  return numerator(x).get_ui();
}

/// T10 (b) at X = (1, -1), for epsilon > -1.
std::vector<exact_value> two_stream_values(const construction_record& c) {
  const rational &K = parameter(c, "K"), &epsilon = parameter(c, "epsilon");
  require(c.parameters.size() == 2, "the theorem has two parameters");
  require(epsilon > -1, "epsilon is not above -1");
  require(c.streams == 2 && c.width == 1, "the construction has 2 streams of width 1");
  return {{"sqrt(1 + K^2 / (1 + epsilon))", 1 + K * K / (1 + epsilon), 1}, {"0", 0, 1}};
}

/// T11 (c) with equal gains.
std::vector<exact_value> cayley_values(const construction_record& c) {
  constexpr long longest = 100000, widest = 1L << 30;
  constexpr std::size_t most_places = 1U << 24;
  const std::size_t L = whole(c, "L", 0, longest), d = whole(c, "d", 1, widest);
  require(c.parameters.size() == 3, "the theorem has three parameters");
  require(c.streams == 3 && c.width == d, "the construction has 3 streams of width d");
  const rational factor = abs(rational(1 + parameter(c, "K")));
  const std::size_t places = mpz_sizeinbase(factor.get_num_mpz_t(), 2) + mpz_sizeinbase(factor.get_den_mpz_t(), 2);
  if (L * places > most_places) throw not_established("the gain has too many digits to be evaluated exactly");
  integer above, below;
  mpz_pow_ui(above.get_mpz_t(), factor.get_num_mpz_t(), L);
  mpz_pow_ui(below.get_mpz_t(), factor.get_den_mpz_t(), L);
  const rational gain = rational(above) / rational(below);
  return {{"|1 + K|^L", gain * gain, 1}, {"1", 1, 3 * d - 1}};
}

std::vector<exact_value> values_of(const construction_record& c) {
  if (c.formula == "T10") return two_stream_values(c);
  if (c.formula == "T11") return cayley_values(c);
  throw malformed("this checker knows no construction by theorem '" + c.formula + "'");
}

void require_exact(const document& d, const claim_record& claim) {
  const std::vector<std::string>& names = claim.words("names");
  const std::vector<long>& multiplicity = claim.whole_numbers("multiplicity");
  std::vector<exact_value> values = values_of(*d.construction);
  require(d.spectrum.size() == values.size() && names.size() == values.size() && multiplicity.size() == values.size(),
          "there is not one entry for each value of the theorem");
  const rational* before = nullptr;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto found = std::ranges::find(values, names[i], &exact_value::form);
    require(found != values.end(), "'" + names[i] + "' is no value of the theorem, or stands there twice");
    const auto& [stated, times, from] = d.spectrum[i];
    require(from == "exact", "a value is not from the closed form");
    require(times == found->multiplicity && multiplicity[i] == static_cast<long>(times),
            "'" + found->form + "' is a value " + std::to_string(found->multiplicity) + " times");
    require(stated.lo * stated.lo <= found->square && found->square <= stated.hi * stated.hi,
            "'" + found->form + "' lies outside its enclosure");
    require(!before || found->square <= *before, "the values do not descend");
    found->form.clear();
    before = &found->square;
  }
}

} // namespace

void check_construction(const document& document, claim_list& claims) {
  const auto decide = [&](const char* type, auto check) {
    const claim_record& claim = *document.claim(type);
    claims.decide(claim.id + ' ' + type, [&](mpfr_prec_t) {
      check(claim);
      claim.require_all_used();
    });
  };
  decide("data", [&](const claim_record&) { values_of(*document.construction); });
  decide("exact", [&](const claim_record& claim) { require_exact(document, claim); });
  decide("derived", [&](const claim_record&) {
    const quantities_record& q = document.quantities;
    const auto covers = [](const std::optional<enclosure>& stated, const enclosure& value) {
      return stated && stated->lo <= value.lo && value.hi <= stated->hi;
    };
    require(covers(q.norm, document.spectrum.front().value), "the norm is not the largest value");
    require(covers(q.smallest, document.spectrum.back().value), "`smallest` is not the smallest value");
  });
}

} // namespace mixcert::checker
