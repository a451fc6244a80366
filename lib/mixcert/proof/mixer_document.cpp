// The document of a mixer's certificate.
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/hypotheses.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/prove.hpp"
#include "mixcert/proof/theorems.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

/// What changes with the map: the letter of the frozen mixer, the formula of the map, the size of the Jacobian.
struct map_words {
  std::string frozen, frozen_words, formula, jacobian;
};

map_words words_of(const certificate_subject& s) {
  if (s.with == "read")
    return {"F", "row of read gates $F(X)$", "R(X)=\\sum_s\\mathrm{read}_s(X)\\,x_s", "d\\times nd"};
  if (s.with == "write")
    return {"H", "mixer $H(X)$", "R(X)=H(X)\\,X+\\mathrm{write}(X)\\,y^\\top\\quad\\text{with }y\\text{ fixed}",
            "nd\\times nd"};
  return {"H", "mixer $H(X)$", "R(X)=H(X)\\,X", "nd\\times nd"};
}

text radius_words(const state_radius& radius) {
  if (const auto* one = std::get_if<exact_constant>(&radius)) return {code{one->text()}};
  return prose("those of the tensor $\\varrho$");
}

section map_section(const certificate& c) {
  const certificate_subject& s = c.subject;
  const mixer_equations e = equations_of(s.mixer, s.convention);
  section r{prose("The map and its data"), {}};
  r.parts.emplace_back(
      paragraph{prose("Mixer %1 at site %2, with %3 and %4 features; the state is $X\\in\\mathbb R^{n\\times "
                      "d}$, one stream a row. ",
                      {{code{s.mixer}},
                       {code{s.site}},
                       {math{"n=" + std::to_string(s.streams)}, plain{" streams"}},
                       {math{"d=" + std::to_string(s.width)}}}) +
                prose(e.setting)});
  r.parts.emplace_back(display{e.lines});
  if (!e.remark.empty()) r.parts.emplace_back(paragraph{prose(e.remark)});
  r.parts.emplace_back(paragraph{prose("The map is")});
  r.parts.emplace_back(display{{words_of(s).formula + "."}});
  text state =
      prose("These are exact equations over the real numbers; the tensors hold exactly the numbers stored, and a "
            "constant in hexadecimal is that binary number. ") +
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

/// "; at every state of the box" where there is one.
std::string everywhere(const certificate& c) {
  return c.subject.state_radius ? " This holds at every state of the box." : "";
}

text tails_text(const certificate& c, const map_words& words) {
  text r;
  for (const core_tail& tail : c.core.tails) {
    if (!tail.coincident || tail.multiplicity == 0) continue;
    if (!r.empty()) r.emplace_back(plain{", "});
    r = r + text{math{"\\sigma_{" + std::to_string(tail.k + 1) + "}(" + words.frozen + ")"}, plain{" at least "}} +
        in_text(tail.multiplicity) + text{plain{" times"}};
  }
  return r;
}

std::vector<text> conclusions(const certificate& c, const map_words& words) {
  const certified_quantities& q = c.quantities;
  std::vector<text> r;
  r.push_back(
      prose("For every $i$ the singular value $\\sigma_i(J)$ lies in the $i$-th interval of the table in the first "
            "appendix. In particular the largest, $\\lVert J\\rVert$, lies in %1 and the smallest in %2.",
            {in_text(q.norm), in_text(q.smallest)}));
  r.push_back(prose("$\\sigma_k(" + words.frozen +
                        ")$ lies in the $k$-th interval of the second appendix; the largest lies in %1.",
                    {in_text(q.frozen_norm)}));
  if (const text tails = tails_text(c, words); !tails.empty())
    r.push_back(prose("These numbers themselves are singular values of $J$: %1.", {tails}));
  if (q.norm_ratio)
    r.push_back(prose("$\\lVert J\\rVert/\\lVert " + words.frozen + "\\rVert$ lies in %1.", {in_text(*q.norm_ratio)}));
  r.push_back(
      prose("The mean of the $\\sigma_i(J)^2$ lies in %1, that of the $\\sigma_k(" + words.frozen + ")^2$ in %2%3.",
            {in_text(q.mean_square), in_text(q.frozen_mean_square),
             q.mean_square_ratio ? prose(", their quotient in %1", {in_text(*q.mean_square_ratio)}) : text{}}));
  r.push_back(prose("$\\operatorname{rank}(J-" + words.frozen +
                        "\\otimes I_d)$ is at least %1 and at most %2 (%3 for the upper bound).",
                    {in_text(q.rank_at_least), in_text(q.rank_at_most), {code{q.rank_theorem}}}));
  return r;
}

/// From the claims to the result, each step with the claim that discharges its hypotheses.
statement proof_of(const certificate& c, const map_words& words) {
  const mixer_equations e = equations_of(c.subject.mixer, c.subject.convention);
  statement r{statement::proof, {}, {}};
  const auto say = [&r](const std::string& sentence, const std::vector<text>& given = {}) {
    r.body.emplace_back(paragraph{prose(sentence, given)});
  };
  const auto id = [&c](std::string_view type) { return text{code{claim_of(c.claims, type).id}}; };
  say("*The Jacobian.* The data are those of %1. The map is differentiable at the state, and %2 encloses the logits, "
      "$H$ and "
      "the derivatives of $H$ by the logits. " +
          e.derivative + " T1 gives $J=" + words.frozen + "\\otimes I_d+AB$.",
      {id("data"), id("router")});
  say("*The frozen mixer.* %1 has $\\hat P$, $\\hat Q$, $s$ with $\\alpha$, $\\beta$, $\\nu$; T5 (a) with $M=" +
          words.frozen + "$ gives the enclosures of $\\sigma_k(" + words.frozen + ")$.",
      {id("rotation")});
  if (!has_core(c)) {
    say("*Nothing is fed back.* $AB=0$: the state is zero or every derivative of $" + words.frozen +
        "$ vanishes, so all $S_k$ of T3 (a) are $\\lbrace0\\rbrace$, and $\\sigma(J)$ is $d$ copies of $\\sigma(" +
        words.frozen + ")$.");
  } else {
    say("*Spaces.* By %1 the rows of the state and the rows of the derivatives, combined by the columns of $\\hat Q$, "
        "are "
        "combinations of the generators, which are the columns of $G_k$ in T3 (b), divided by powers of two; their "
        "numbers "
        "$p_k$ are in the third appendix. Where the claim counts them independently of $\\hat Q$, the counting of T3 "
        "(a) "
        "applies, and says how often $\\sigma_k(" +
            words.frozen + ")$ itself occurs.",
        {id("generators")});
    say("*Core.* %1 has the $R_k$ with their $\\varphi_k$ or $t_k$; %2 has $\\tilde C$ with $\\varepsilon\\ge\\lVert "
        "C_0-\\tilde C\\rVert_F+\\eta+\\nu$, so that T3 (b) and (d) apply.",
        {id("basis"), id("core")});
    if (is_truncated(c))
      say("*Truncation.* %1 has $V$, $\\tilde T$, $\\kappa$ and $\\varepsilon'$ of T4 (c), which takes the place of T3 "
          "(d); "
          "below, $\\tilde T$ stands for $\\tilde C$ and $\\varepsilon'$ for $\\varepsilon$ and $\\nu$.",
          {id("truncation")});
    say("*Enclosures.* %1 has $\\hat U$, $\\hat\\sigma$, $\\hat V$ with $e$, $f$, $g$: T6 (a) with $\\tilde C$ "
        "encloses "
        "$\\sigma_m(\\tilde C)$ in $[l_m,h_m]$, and the list of T3 (d) holds the core's values and the tails.",
        {id("svd")});
  }
  if (c.subject.state_radius)
    say("*The box.* All of this is said of $X$. By %1 and T18 (e) every end moves by at most $\\delta$, those of "
        "$\\sigma_k(" +
            words.frozen + ")$ by at most $\\delta_F$.",
        {id("state_box")});
  say("*Merging.* By T3 (c) the ends, sorted separately, enclose $\\sigma_i(J)$ index by index: %1. The remaining "
      "quantities "
      "are computed from these enclosures by their defining formulas (%2): a mean square is a sum of squares by its "
      "number of "
      "terms, a ratio a quotient, and the lower bound of the rank T8 (c).",
      {id("merge"), id("derived")});
  return r;
}

section result_section(const certificate& c) {
  const map_words words = words_of(c.subject);
  section r{prose("Result"), {}};
  r.parts.emplace_back(statement{
      statement::result,
      prose("this certificate"),
      {paragraph{prose("Let $J\\in\\mathbb R^{" + words.jacobian +
                       "}$ be the matrix of the derivative at the state of the map of section 1." + everywhere(c))},
       list{conclusions(c, words)}}});
  r.parts.emplace_back(proof_of(c, words));
  for (const std::string& note : c.notes) r.parts.emplace_back(paragraph{prose("Note: %1", {{code{note}}})});
  return r;
}

section frozen_section(const certificate& c) {
  const map_words words = words_of(c.subject);
  section r{prose("The " + words.frozen_words), {}, true};
  table values{{{prose("$k$")}, {prose("$\\sigma_k(" + words.frozen + ")$ lies in"), 0.8}}, {}};
  for (std::size_t k = 0; k < c.frozen_spectrum.size(); ++k)
    values.rows.push_back({in_text(k + 1), in_text(c.frozen_spectrum[k])});
  r.parts.emplace_back(std::move(values));
  constexpr std::size_t most_entries = 64;
  if (c.forward.H.values().size() <= most_entries) {
    table entries{{{prose("entry")}, {prose("lies in"), 0.8}}, {}};
    for (std::size_t i = 0; i < c.forward.H.rows(); ++i)
      for (std::size_t j = 0; j < c.forward.H.cols(); ++j)
        entries.rows.push_back(
            {{math{"H_{" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "}"}}, in_text(c.forward.H(i, j))});
    r.parts.emplace_back(std::move(entries));
  }
  r.parts.emplace_back(paragraph{
      prose("$\\max_i\\lvert\\sum_jH_{ij}-1\\rvert$ lies in %1, $\\max_j\\lvert\\sum_iH_{ij}-1\\rvert$ in %2, the "
            "smallest entry in %3.",
            {in_text(c.forward.row_sum_error), in_text(c.forward.column_sum_error), in_text(c.forward.min_entry)})});
  return r;
}

section core_section(const certificate& c) {
  section r{prose("The core"), {}, true};
  r.parts.emplace_back(paragraph{
      prose("Method %1, order %2. Each value of the core is within %3 of $\\hat\\sigma_m$, everything included.",
            {{code{c.core.method}}, in_text(c.core.dimension), bound_in_text(c.core.radius)})});
  if (c.core.selection)
    r.parts.emplace_back(paragraph{
        prose("Feature directions were selected with the relative tolerance $\\tau=$ %1. The algebraic bound of the "
              "literature for what is left out, %2, is not certified and nothing here rests on it.",
              {{number{c.core.selection->tau}}, bound_in_text(c.core.selection->delta)})});
  table spaces{{{prose("stream $k$")}, {prose("generators $p_k$")}, {prose("dimension in the core")}}, {}};
  for (std::size_t k = 0; k < std::min(c.core.generators.size(), c.core.stream_dimensions.size()); ++k)
    spaces.rows.push_back({in_text(k + 1), in_text(c.core.generators[k]), in_text(c.core.stream_dimensions[k])});
  r.parts.emplace_back(std::move(spaces));
  if (!c.core.tails.empty()) {
    table tails{{{prose("$k$")}, {prose("tail lies in"), 0.6}, {prose("times")}, {prose("itself a value of $J$")}}, {}};
    for (const core_tail& tail : c.core.tails)
      tails.rows.push_back({in_text(tail.k + 1),
                            in_text(tail.value),
                            in_text(tail.multiplicity),
                            {plain{tail.coincident ? "yes" : "not claimed"}}});
    r.parts.emplace_back(std::move(tails));
  }
  return r;
}

} // namespace

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
