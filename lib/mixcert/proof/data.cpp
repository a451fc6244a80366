#include "mixcert/proof/data.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/description.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/shortened_list.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

/// The letter of the published name that the stored one ends in, or of a name that others store it under.
std::string letter_of(const std::string& stored, const std::vector<tensor_spec>& specs,
                      const mixer_equations& equations) {
  std::string latex;
  std::size_t longest = 0;
  for (const tensor_spec& spec : specs) {
    const auto letter = std::ranges::find(equations.tensors, spec.name, &symbol::name);
    if (letter == equations.tensors.end()) continue;
    std::vector<std::string> names = spec.aliases;
    names.push_back(spec.name);
    for (const std::string& name : names)
      if (stored.ends_with(name) && name.size() > longest) {
        longest = name.size();
        latex = letter->latex;
      }
  }
  return latex;
}

void require_constants(const mixer& mixer, const mixer_convention& convention) {
  for (const constant_spec& constant : mixer.constants())
    if (!convention.contains(constant.key))
      throw input_error("the certificate does not set the mixer's constant " + constant.key +
                        "; certify once more for a complete certificate");
}

template <class Enclosure> table table_of(const std::vector<spectrum_entry<Enclosure>>& entries) {
  table r{{{prose("$i$")}, {prose("$\\sigma_i$ lies in"), 0.62}, {prose("from"), 0.12}}, {}};
  const shortened_list list{entries.size(), 80, 30};
  std::size_t first = 1;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::size_t last = first + entries[k].multiplicity - 1;
    if (list.is_gap(k))
      r.rows.push_back(
          {prose("$\\vdots$"), prose("%1 further entries, in the certificate", {in_text(list.left_out())}), {}});
    if (list.is_shown(k))
      r.rows.push_back({indices_in_text(first, last), in_text(entries[k].value), {code{entries[k].from}}});
    first = last + 1;
  }
  return r;
}

} // namespace

text name_of(const tensor_reference& t) {
  const text file = {code{t.file}};
  const std::string index = t.index.empty() ? "" : printable(t.index);
  if (t.name.empty()) return index.empty() ? file : file + text{code{index}};
  return prose("%1 of %2", {text{code{t.name + index}}, file});
}

table tensor_table(const std::vector<named_tensor>& tensors) {
  table r{{{{}}, {prose("tensor"), 0.36}, {prose("type, shape"), 0.16}, {prose("SHA-256"), 0.36}}, {}};
  for (const named_tensor& t : tensors)
    r.rows.push_back({t.latex.empty() ? text{} : text{math{t.latex}},
                      name_of(t.tensor),
                      {code{t.tensor.type + " " + printable(t.tensor.shape)}},
                      {code{t.tensor.sha256}}});
  return r;
}

std::vector<named_tensor> tensors_of(const certificate_subject& s, const mixer_equations& equations) {
  const mixer& mixer = find_mixer(s.mixer);
  require_constants(mixer, s.convention);
  const std::vector<tensor_spec> specs = mixer.tensors(s.streams, s.width, s.convention);
  std::vector<named_tensor> r;
  for (const tensor_reference& t : s.parameters) r.push_back({letter_of(t.name, specs, equations), t});
  r.push_back({"X", s.state});
  if (s.branch_output) r.push_back({"y", *s.branch_output});
  if (s.state_radius)
    if (const auto* radii = std::get_if<tensor_reference>(&*s.state_radius)) r.push_back({"\\varrho", *radii});
  return r;
}

table constant_table(const mixer_convention& convention, const mixer_equations& equations) {
  table r{{{{}}, {prose("constant"), 0.22}, {prose("exact value"), 0.6}}, {}};
  for (const auto& [key, value] : convention) {
    const auto letter = std::ranges::find(equations.constants, key, &symbol::name);
    r.rows.push_back({letter == equations.constants.end() ? text{} : text{math{letter->latex}},
                      {code{key}},
                      {code{in_words(value)}}});
  }
  return r;
}

std::vector<part> about(const producer& made_by, const std::string& document_sha256) {
  return {
      paragraph{prose("This document states what a certificate claims, with the theorems that make the claims a "
                      "proof, the claim that discharges each of their hypotheses, and its number where it has one. It "
                      "does not establish the claims. `mixcert check CERTIFICATE` does, from the data and with "
                      "other arithmetic, but for a claim of type `state_box`; [@format] says of each claim what "
                      "re-establishes it by any other means. Letters of the theorems are their own: they do not "
                      "mean what the equations of a mixer mean by them, and count from 1.")},
      paragraph{prose("The certificate has the SHA-256 %1; it was made by mixcert %2 (%3).",
                      {{code{document_sha256}}, {code{made_by.version}}, {code{made_by.arithmetic}}})}};
}

table spectrum_table(const std::vector<spectrum_entry<enclosure>>& entries) { return table_of(entries); }

table spectrum_table(const std::vector<spectrum_entry<scaled_enclosure>>& entries) { return table_of(entries); }

} // namespace mixcert::proof
