// The document of a construction's certificate.
#include "mixcert/expression/latex.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/prove.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof {
namespace {

/// The form that has this text, in LaTeX.
std::string latex_of(const construction_certificate& c, const std::string& name) {
  for (const repeated_value& value : spectrum_form(c.formula).singular_values)
    if (to_text(value.value) == name) return to_latex(value.value);
  return {};
}

section data_section(const construction_certificate& c) {
  section r{prose("The construction and its data"), {}};
  r.parts.emplace_back(
      paragraph{c.formula == "T10" ? prose("The two-stream balanced map of T10 [@T10] at $X=(1,-1)^\\top$, one layer.")
                                   : prose("The chain of $L$ equal layers of T11 [@T11] at its fixed state $X_0$, "
                                           "three streams of $d$ features.")});
  table numbers{{{{}}, {prose("meaning")}, {prose("exact value"), 0.3}}, {}};
  for (const named_parameter& parameter : spectrum_form(c.formula).parameters)
    numbers.rows.push_back({{math{to_latex(expression::parameter(parameter.name))}},
                            {plain{parameter.meaning}},
                            {code{c.parameters.at(parameter.name).text()}}});
  r.parts.emplace_back(std::move(numbers));
  return r;
}

section result_section(const construction_certificate& c) {
  const claim& exact = claim_of(c.claims, "exact");
  table values{{{prose("closed form")}, {prose("times")}, {prose("lies in"), 0.6}}, {}};
  for (std::size_t k = 0; k < c.spectrum.size(); ++k)
    values.rows.push_back({{math{latex_of(c, exact.names.at("names")[k])}},
                           in_text(c.spectrum[k].multiplicity),
                           in_text(c.spectrum[k].value)});
  section r{prose("Result"), {}};
  r.parts.emplace_back(
      statement{statement::result,
                prose("this certificate"),
                {paragraph{prose("With the parameters of section 1 the Jacobian has exactly these singular values, in "
                                 "descending order. The largest lies in %1, the smallest in %2.",
                                 {in_text(c.spectrum.front().value), in_text(c.spectrum.back().value)})},
                 std::move(values)}});
  r.parts.emplace_back(statement{
      statement::proof,
      {},
      {paragraph{prose(
          "The parameters are those of %1 and satisfy the hypotheses of the theorem%2. %3 says that the intervals hold "
          "the values of the closed form, which `mixcert prove --to coq` makes inequalities that Coq proves.",
          {{code{claim_of(c.claims, "data").id}},
           c.formula == "T10" ? prose(" ($\\epsilon>-1$)") : prose(" ($L\\ge0$ and $d\\ge1$ are whole numbers)"),
           {code{exact.id}}})}}});
  return r;
}

} // namespace

document document_of(const construction_certificate& c, const std::string& document_sha256) {
  const bool is_two_stream = c.formula == "T10";
  document d{
      prose(is_two_stream ? "Singular values of the two-stream balanced map" : "Singular values of a Cayley chain"),
      {}};
  section first = data_section(c);
  std::vector<part> opening = about(c.made_by, document_sha256);
  first.parts.insert(first.parts.begin(), opening.begin(), opening.end());
  d.sections.push_back(std::move(first));
  d.sections.push_back({prose("The theorem"),
                        {theorems::notation(), is_two_stream ? theorems::two_stream() : theorems::cayley_chain()}});
  d.sections.push_back(result_section(c));
  return d;
}

} // namespace mixcert::proof
