#include "mixcert/certificate/construction_certificate.hpp"

#include "mixcert/certificate/producer.hpp"
#include "mixcert/construction/cayley_chain.hpp"
#include "mixcert/construction/two_stream.hpp"
#include "mixcert/error.hpp"
#include "mixcert/expression/evaluate.hpp"
#include "mixcert/expression/substitute.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace mixcert {
namespace {

constexpr std::size_t most = std::size_t{1} << 30;

rational number_of(std::string_view formula, const std::map<std::string, exact_constant>& given,
                   const std::string& name) {
  const auto found = given.find(name);
  if (found == given.end())
    throw input_error("theorem " + std::string(formula) + " has a parameter " + name + ", which is missing");
  return found->second.value(context<rational>{});
}

std::size_t whole_number_of(std::string_view formula, const std::map<std::string, exact_constant>& given,
                            const std::string& name, long least) {
  const rational x = number_of(formula, given, name);
  const rational top(static_cast<long>(most), 1);
  const bool is_whole = mpz_cmp_ui(mpq_denref(x.get()), 1) == 0;
  if (!is_whole || certainly_less(x, rational(least, 1)) || certainly_less(top, x))
    throw input_error("theorem " + std::string(formula) + ": " + name + " must be a whole number from " +
                      std::to_string(least) + " to " + std::to_string(most) + ", not " +
                      printable(given.at(name).text()));
  return mpz_get_ui(mpq_numref(x.get()));
}

parameters values_of(const std::map<std::string, exact_constant>& given) {
  parameters r;
  for (const auto& [name, number] : given) r[name] = number.value(context<rational>{});
  return r;
}

/// Both ends are the value rounded once, so that they descend as the values do.
interval enclosed(const expression& form, const parameters& values) {
  constexpr mpfr_prec_t bits = 4096;
  const mp_interval x = evaluate(context<mp_interval>{bits}, substitute(form, values));
  const interval ends = to_interval(x);
  if (!std::isfinite(ends.lower()) || !std::isfinite(ends.upper()))
    throw not_certified("the value of " + to_text(form) + " lies beyond the range of binary64");
  return {std::max(0.0, ends.lower()), ends.upper()};
}

struct closed_value {
  spectrum_entry<enclosure> entry;
  std::string form;
};

std::vector<closed_value> values_of(const closed_form& form, const parameters& values) {
  std::vector<closed_value> r;
  for (const auto& [value, count] : form.singular_values) {
    const rational times = evaluate(context<rational>{}, count, values);
    r.push_back({{enclosed(value, values), mpz_get_ui(mpq_numref(times.get())), "exact"}, to_text(value)});
  }
  std::ranges::stable_sort(r, [](const closed_value& a, const closed_value& b) {
    return a.entry.value.lower() > b.entry.value.lower() ||
           (a.entry.value.lower() == b.entry.value.lower() && a.entry.value.upper() > b.entry.value.upper());
  });
  return r;
}

std::vector<claim> claims_of(const std::string& formula, const std::vector<closed_value>& values) {
  claim exact{.id = "C2",
              .type = "exact",
              .theorem = formula,
              .says = "The singular values are those of the closed form: entry by entry of `spectrum` the numbers that "
                      "`names` evaluate to at the parameters of `subject`, `multiplicity` times each.",
              .uses = {"C1"}};
  for (const closed_value& value : values) {
    exact.names["names"].push_back(value.form);
    exact.integers["multiplicity"].push_back(static_cast<long>(value.entry.multiplicity));
  }
  return {{.id = "C1",
           .type = "data",
           .theorem = "",
           .says = "The parameters are exactly the real numbers named in `subject`."},
          std::move(exact),
          {.id = "C3",
           .type = "derived",
           .theorem = "",
           .says = "`quantities`: norm and smallest are the ends of `spectrum`.",
           .uses = {"C2"}}};
}

} // namespace

bool has_closed_spectrum(std::string_view formula) { return formula == "T10" || formula == "T11"; }

closed_form spectrum_form(std::string_view formula) {
  if (formula == "T10") return two_stream_form();
  if (formula == "T11") return cayley_chain_form();
  throw input_error("no theorem " + printable(formula) +
                    " states a closed form of a whole spectrum; there are T10 and T11");
}

construction_size size_of(std::string_view formula, const std::map<std::string, exact_constant>& given) {
  std::ignore = spectrum_form(formula);
  std::ignore = number_of(formula, given, "K");
  if (formula == "T11") {
    std::ignore = whole_number_of(formula, given, "L", 0);
    return {3, whole_number_of(formula, given, "d", 1)};
  }
  if (!certainly_less(rational(-1, 1), number_of(formula, given, "epsilon")))
    throw input_error("theorem T10: epsilon must be greater than -1, not " + printable(given.at("epsilon").text()));
  return {2, 1};
}

construction_certificate certify_construction(std::string_view formula,
                                              const std::map<std::string, exact_constant>& given) {
  construction_certificate c;
  c.formula = std::string(formula);
  c.parameters = given;
  const construction_size size = size_of(formula, given);
  c.streams = size.streams;
  c.width = size.width;
  const std::vector<closed_value> values = values_of(spectrum_form(formula), values_of(given));
  for (const closed_value& value : values) c.spectrum.push_back(value.entry);
  c.claims = claims_of(c.formula, values);
  c.made_by = this_producer();
  return c;
}

} // namespace mixcert
