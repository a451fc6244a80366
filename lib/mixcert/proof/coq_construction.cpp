// That the values of a construction's closed form lie between the stored ends.
#include "mixcert/expression/coq.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/coq_file.hpp"
#include "mixcert/proof/prove.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

constexpr long bits = 320;

const expression& form_of(const std::vector<repeated_value>& values, const std::string& name) {
  return std::ranges::find(values, name, [](const repeated_value& value) { return to_text(value.value); })->value;
}

} // namespace

std::string coq_of(const construction_certificate& c, const std::string& document_sha256) {
  const closed_form form = spectrum_form(c.formula);
  const std::vector<std::string>& names = claim_of(c.claims, "exact").names.at("names");
  coq_file file("The values of the closed form of theorem " + c.formula +
                    " lie between the ends of the certificate of SHA-256\n   " + document_sha256 + ".",
                bits);
  std::vector<coq_term> terms;
  for (const std::string& name : names) terms.push_back(to_coq(form_of(form.singular_values, name)));
  const auto is_used = [&](const std::string& name, const std::vector<std::string> coq_term::*kind) {
    return std::ranges::any_of(terms, [&](const coq_term& t) { return std::ranges::count(t.*kind, name) > 0; });
  };
  for (const auto& [name, number] : c.parameters) {
    const rational value = number.value(context<rational>{});
    if (is_used(name, &coq_term::naturals)) file.define(name, "nat", to_string(value) + "%nat");
    if (is_used(name, &coq_term::reals)) file.define(name, "R", coq_number(value));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string name = "value_" + std::to_string(k + 1);
    file.define(name, coq_definition(name, form_of(form.singular_values, names[k])));
    std::string applied = name;
    for (const std::string& variable : terms[k].reals) applied += " " + variable;
    for (const std::string& variable : terms[k].naturals) applied += " " + variable;
    file.theorem(name + "_is_enclosed",
                 coq_lower(c.spectrum[k].value) + " <= " + applied + " <= " + coq_upper(c.spectrum[k].value));
  }
  return file.text();
}

} // namespace mixcert::proof
