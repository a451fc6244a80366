// The document of a diagnosis.
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/diagnosis_sections.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/prove.hpp"
#include "mixcert/proof/theorems.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace mixcert::proof {
namespace {

text counted(std::size_t count, const std::string& what) {
  return {plain{std::to_string(count) + " " + what + (count == 1 ? "" : "s")}};
}

section map_section(const diagnosis& d) {
  const diagnosis_subject& s = d.subject;
  const mixer_equations e = equations_of(s.mixer, s.convention);
  section r{prose("The maps and their data"), {}};
  const auto say = [&r](std::string_view words, const std::vector<text>& given = {}) {
    r.parts.emplace_back(paragraph{prose(words, given)});
  };
  say("Mixer %1 with %2 streams and %3 features at %4, in forward order, with %5 (tokens) in %6, the same at each "
      "site; a "
      "state is $X\\in\\mathbb R^{n\\times d}$, one stream a row. The equations are those of one site: their letters "
      "stand for its tensors, and $X$ for a state that enters it (fourth appendix).",
      {{code{s.mixer}},
       {math{"n=" + std::to_string(s.streams)}},
       {math{"d=" + std::to_string(s.width)}},
       counted(s.sites.size(), "site"),
       counted(s.sites.front().states.size(), "state"),
       counted(s.sequences.size(), "sequence")});
  say(e.setting);
  r.parts.emplace_back(display{e.lines});
  if (!e.remark.empty()) say(e.remark);
  say("These are exact equations over the real numbers; the tensors hold exactly the numbers stored, and a constant in "
      "hexadecimal is that binary number. Everything is pointwise, true of the exact maps at the states stored; that "
      "the states of one site come out of those of another is not claimed. Nothing here is a Lipschitz constant.");
  if (!s.convention.empty()) r.parts.emplace_back(constant_table(s.convention, e));
  return r;
}

/// A theorem, and the names of the quantities that rest on it beyond their definitions.
struct theorem_use {
  statement (*theorem)();
  std::vector<std::string> names;
};

section theorem_section(const diagnosis& d) {
  static const std::vector<std::string> of_spectrum = {"jacobian_norm",     "norm_ratio",    "mean_square",
                                                       "mean_square_ratio", "stable_rank",   "log_abs_determinant",
                                                       "count_at_least",    "feedback_rank", "top_direction"};
  static const std::vector<theorem_use> uses = {
      {theorems::feedback_factors, of_spectrum},
      {theorems::rotation,
       {"largest_singular_value", "second_singular_value", "smallest_singular_value", "frozen_norm",
        "frozen_mean_square", "jacobian_norm"}},
      {theorems::computed_core, of_spectrum},
      {theorems::core_certificate, of_spectrum},
      {theorems::singular_value_enclosure, {"jacobian_norm", "conserved_channel_gain", "sinkhorn_jacobian_norm"}},
      {theorems::feedback_rank, {"feedback_rank"}},
      {theorems::singular_vector_angle, {"top_direction"}},
      {theorems::conserved_channel, {"conserved_channel_gain"}},
      {theorems::sinkhorn_step, {"sinkhorn_bound"}}};
  section r{prose("The theorems"), {theorems::notation()}};
  const std::vector<std::string> names = names_in(d);
  for (const theorem_use& use : uses)
    if (std::ranges::find_first_of(use.names, names) != use.names.end()) r.parts.emplace_back(use.theorem());
  r.parts.emplace_back(
      paragraph{prose("All other quantities are enclosed by their definitions, in interval arithmetic.")});
  return r;
}

table hypothesis_table(const diagnosis& d) {
  table r{{{prose("what is claimed"), 0.75}, {prose("claim"), 0.12}}, {}};
  const auto add = [&](const char* type, const char* words) {
    r.rows.push_back({prose(words), {code{claim_of(d.claims, type).id}}});
  };
  add("data", "the tensors and constants of section 1 and of the fourth appendix are these exact numbers");
  add("router", "the mixer is defined at each state, and the entries of $H$ and the gates lie in the intervals stored");
  add("derived",
      "each number that a definition gives for these data lies in its interval; a stream that is named is the "
      "only one of which the definition is true");
  if (!has_jacobians(d)) return r;
  add("derived",
      "the numbers made of derivatives of $H$ lie in their intervals too: norms, mean squares, determinants and "
      "stable ranks of $J$, gains of the conserved channel, norms of the derivatives by the logits");
  add("derived", "a count lies between its two integers");
  add("derived",
      "the directions given make angles with the first right and the first left singular vector of $J$ whose "
      "sines are at most those given");
  return r;
}

section checking_section(const diagnosis& d, const std::string& document_sha256) {
  section r{prose("How to check it"), {}};
  r.parts.emplace_back(paragraph{prose(
      "`mixcert check CERTIFICATE --data FOLDER`, with the folder of the files that the fourth appendix names, "
      "compares them with the SHA-256 there, evaluates the maps and every definition once more with other code and "
      "other arithmetic, and ends with `VERIFIED` where all of it is as stated. The certificate is the file whose "
      "SHA-256 is %1. By other means: evaluate the equations of section 1 at the tensors named, and any "
      "definition of section 2 on the result; no quantity needs a witness.",
      {{code{document_sha256}}})});
  if (has_jacobians(d))
    r.parts.emplace_back(paragraph{prose("The quantities of $J$ need the derivatives of these equations too, which are "
                                         "not in the certificate. Only directions are: T23 (b) holds of any.")});
  return r;
}

} // namespace

document document_of(const diagnosis& d, const std::string& document_sha256) {
  document r{prose("Measures of realised maps: mixer %1 at %2",
                   {{code{d.subject.mixer}}, counted(d.subject.sites.size(), "site")}),
             {}};
  section first = map_section(d);
  std::vector<part> opening = about(d.made_by, document_sha256);
  first.parts.insert(first.parts.begin(), opening.begin(), opening.end());
  r.sections.push_back(std::move(first));
  r.sections.push_back(definition_section(d));
  r.sections.push_back(theorem_section(d));
  r.sections.push_back({prose("The hypotheses, and what the certificate claims of them"), {hypothesis_table(d)}});
  r.sections.push_back(result_section(d));
  r.sections.push_back(checking_section(d, document_sha256));
  r.sections.push_back(single_section(d));
  r.sections.push_back(intervention_section(d));
  r.sections.push_back(forward_section(d));
  r.sections.push_back(sites_section(d));
  return r;
}

} // namespace mixcert::proof
