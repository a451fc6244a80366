// The document of a mixer's certificate.
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/hypotheses.hpp"
#include "mixcert/proof/mixer_sections.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/prove.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof {
namespace {

text radius_words(const state_radius& radius) {
  if (const auto* one = std::get_if<exact_constant>(&radius)) return {code{one->text()}};
  return prose("those of the tensor $\\varrho$");
}

} // namespace

map_words words_of(const certificate_subject& s) {
  if (s.with == "read")
    return {"F", "row of read gates $F(X)$", "R(X)=\\sum_s\\mathrm{read}_s(X)\\,x_s", "d\\times nd"};
  if (s.with == "write")
    return {"H", "mixer $H(X)$", "R(X)=H(X)\\,X+\\mathrm{write}(X)\\,y^\\top\\quad\\text{with }y\\text{ fixed}",
            "nd\\times nd"};
  return {"H", "mixer $H(X)$", "R(X)=H(X)\\,X", "nd\\times nd"};
}

section map_section(const certificate& c) {
  const certificate_subject& s = c.subject;
  const mixer_equations e = equations_of(s.mixer, s.convention);
  section r{prose("The map and its data"), {}};
  r.parts.emplace_back(paragraph{prose("Mixer %1 at site %2, with %3 and %4 features; the state is $X\\in\\mathbb "
                                       "R^{n\\times d}$, one stream a row. ",
                                       {{code{s.mixer}},
                                        {code{s.site}},
                                        {math{"n=" + std::to_string(s.streams)}, plain{" streams"}},
                                        {math{"d=" + std::to_string(s.width)}}}) +
                                 prose(e.setting)});
  r.parts.emplace_back(display{e.lines});
  if (!e.remark.empty()) r.parts.emplace_back(paragraph{prose(e.remark)});
  r.parts.emplace_back(paragraph{prose("The map is")});
  r.parts.emplace_back(display{{words_of(s).formula + "."}});
  text state = prose("These are exact equations over the real numbers; the tensors hold exactly the numbers stored, "
                     "and a constant in hexadecimal is that binary number. ") +
               (s.state_radius ? prose("Everything below is said of every state whose entries differ from those of $X$ "
                                       "by at most %1 (the *box*).",
                                       {radius_words(*s.state_radius)})
                               : prose("Everything below is said of this one state; nothing is a Lipschitz constant."));
  r.parts.emplace_back(paragraph{std::move(state)});
  r.parts.emplace_back(tensor_table(tensors_of(s, e)));
  if (!s.convention.empty()) r.parts.emplace_back(constant_table(s.convention, e));
  return r;
}

section theorem_section(const certificate& c) {
  const certificate_subject& s = c.subject;
  section r{prose("The theorems"), {theorems::notation(), theorems::feedback_factors()}};
  const auto add = [&](statement one) { r.parts.emplace_back(std::move(one)); };
  if (s.with == "write") add(theorems::write_gate());
  if (s.with == "read") add(theorems::branch_input());
  add(theorems::rotation());
  add(theorems::counting());
  if (has_core(c)) {
    add(theorems::computed_core());
    add(theorems::core_certificate());
    if (is_truncated(c)) add(theorems::truncated_core());
    add(theorems::singular_value_enclosure());
  }
  if (s.with == "read") add(theorems::one_output());
  add(theorems::order_statistics());
  if (s.state_radius) add(theorems::state_box());
  add(theorems::feedback_rank());
  return r;
}

document document_of(const certificate& c, const std::string& document_sha256) {
  document d{prose("Singular values of a residual Jacobian: mixer %1 at %2",
                   {{code{c.subject.mixer}}, {code{c.subject.site}}}),
             {}};
  section first = map_section(c);
  std::vector<part> opening = about(c.made_by, document_sha256);
  first.parts.insert(first.parts.begin(), opening.begin(), opening.end());
  d.sections.push_back(std::move(first));
  d.sections.push_back(theorem_section(c));
  d.sections.push_back({prose("The hypotheses, and what the certificate claims of them"), {hypothesis_table(c)}});
  d.sections.push_back(result_section(c));
  d.sections.push_back({prose("The spectrum"), {spectrum_table(c.spectrum)}, true});
  d.sections.push_back(frozen_section(c));
  d.sections.push_back(core_section(c));
  return d;
}

} // namespace mixcert::proof
