// What follows from a mixer's certificate, and how.
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/hypotheses.hpp"
#include "mixcert/proof/mixer_sections.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"

namespace mixcert::proof {
namespace {

/// At which state the result is said.
std::string place(const certificate& c, const map_words& words) {
  if (!c.subject.state_radius) return " at $X$, and $" + words.frozen + "=" + words.frozen + "(X)$.";
  return " at any state $X'$ of the box, and $" + words.frozen + "=" + words.frozen + "(X')$ at the same state.";
}

/// The part of T1 that the Jacobian's form is.
std::string part_of_T1(const certificate_subject& s) {
  return s.with == "read" ? "T1 (f)" : s.with == "write" ? "T1 (a), (e)" : "T1 (a)";
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
  r.push_back(prose("For every $i$ the singular value $\\sigma_i(J)$ lies in the $i$-th interval of the table in the "
                    "first appendix. In particular the largest, $\\lVert J\\rVert$, lies in %1 and the smallest in %2.",
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
  say("*The Jacobian.* The data are those of %1. By %2 the map is differentiable at the state, and the logits, $H$ and "
      "the derivatives of $H$ by the logits are enclosed. " +
          e.derivative + " " + part_of_T1(c.subject) + " gives $J=" + words.frozen + "\\otimes I_d+AB$.",
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
        "are combinations of the generators, which are the columns of $G_k$ in T3 (b), divided by powers of two; their "
        "numbers $p_k$ are in the third appendix. These do not depend on $\\hat Q$, so the counting "
        "of T3 (a) applies, and says how often $\\sigma_k(" +
            words.frozen + ")$ itself occurs.",
        {id("generators")});
    say("*Core.* %1 has the $R_k$ with their $\\varphi_k$ or $t_k$; %2 has $\\tilde C$ with $\\varepsilon\\ge\\lVert "
        "C_0-\\tilde C\\rVert_F+\\eta+\\nu$, so that T3 (b) and (d) apply" +
            std::string(c.subject.with == "read" ? ", in the form of T3 (f)." : "."),
        {id("basis"), id("core")});
    if (is_truncated(c))
      say("*Truncation.* %1 has $V$, $\\tilde T$, $\\kappa$ and $\\varepsilon'$ of T4 (c), which takes the place of T3 "
          "(d); below, $\\tilde T$ stands for $\\tilde C$ and $\\varepsilon'$ for $\\varepsilon$ and $\\nu$.",
          {id("truncation")});
    say("*Enclosures.* %1 has $\\hat U$, $\\hat\\sigma$, $\\hat V$ with $e$, $f$, $g$: T6 (a) with $\\tilde C$ "
        "encloses $\\sigma_m(\\tilde C)$ in $[l_m,h_m]$, and the list of T3 (d) holds the core's values and the tails.",
        {id("svd")});
  }
  if (c.subject.state_radius)
    say("*The box.* All of this is said of $X$. By %1 and T18 (e) every end moves by at most $\\delta$, those of "
        "$\\sigma_k(" +
            words.frozen + ")$ by at most $\\delta_F$.",
        {id("state_box")});
  say("*Merging.* By T3 (c) the ends, sorted separately, enclose $\\sigma_i(J)$ index by index: %1. The remaining "
      "quantities are computed from these enclosures by their defining formulas (%2): a mean square is a sum of "
      "squares by its number of terms, a ratio a quotient, and the lower bound of the rank T8 (c).",
      {id("merge"), id("derived")});
  return r;
}

} // namespace

section result_section(const certificate& c) {
  const map_words words = words_of(c.subject);
  section r{prose("Result"), {}};
  r.parts.emplace_back(
      statement{statement::result,
                prose("this certificate"),
                {paragraph{prose("Let $J\\in\\mathbb R^{" + words.jacobian +
                                 "}$ be the matrix of the derivative of the map of section 1" + place(c, words))},
                 list{conclusions(c, words)}}});
  r.parts.emplace_back(proof_of(c, words));
  for (const std::string& note : c.notes) r.parts.emplace_back(paragraph{prose("Note: %1", {{code{note}}})});
  return r;
}

} // namespace mixcert::proof
