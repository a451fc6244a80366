// What follows from a diagnosis, and its numbers.
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/diagnosis_sections.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/shortened_list.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

std::string range_words(const std::pair<std::size_t, std::size_t>& sites) {
  return "sites " + std::to_string(sites.first) + " to " + std::to_string(sites.second);
}

/// What a quantity is of.
text place_in_text(const measured_at& at) {
  std::string r = at.site ? "site " + std::to_string(*at.site) : range_words(*at.sites);
  if (at.composite) r = "product of " + r;
  if (at.state) r += ", state " + std::to_string(*at.state);
  if (at.sequence) r += ", sequence " + std::to_string(*at.sequence);
  if (!at.mean_over.empty()) r += ", mean over " + at.mean_over;
  for (std::size_t k = 0; k < at.streams.size(); ++k)
    r += (k > 0 ? " and " : at.streams.size() > 1 ? ", streams " : ", stream ") + std::to_string(at.streams[k]);
  if (at.iterations)
    r += ", after " + std::to_string(*at.iterations) + (*at.iterations == 1 ? " iteration" : " iterations");
  text words = {plain{r}};
  if (!at.intervention.empty()) words = std::move(words) + text{plain{", "}, code{at.intervention}};
  if (at.threshold) words = std::move(words) + text{plain{", at least "}, code{at.threshold->text()}};
  if (at.kept) words.emplace_back(plain{", k = " + std::to_string(*at.kept)});
  if (at.replaced) words.emplace_back(plain{" at " + range_words(*at.replaced)});
  return words;
}

struct value_text {
  text operator()(const enclosure& x) const { return in_text(x); }
  text operator()(std::size_t stream) const { return prose("stream %1", {in_text(stream)}); }
  text operator()(const enclosed_count& x) const { return indices_in_text(x.at_least, x.at_most); }
  text operator()(const measured_directions& x) const {
    return prose("directions, in the certificate; sines at most %1 (right) and %2 (left)",
                 {bound_in_text(x.right.sine), bound_in_text(x.left.sine)});
  }
  text operator()(undecided) const { return prose("undecided"); }
  text operator()(const not_bounded& x) const { return prose("nothing: %1", {{code{x.reason}}}); }
};

text value_in_text(const measured_value& value) { return std::visit(value_text{}, value); }

bool is_of_intervention(const measured_quantity& q) { return !q.where.intervention.empty(); }
bool is_mean(const measured_quantity& q) { return !is_of_intervention(q) && !q.where.mean_over.empty(); }
bool is_single(const measured_quantity& q) { return !is_of_intervention(q) && q.where.mean_over.empty(); }

using choice = bool (*)(const measured_quantity&);

/// The chosen quantities, one name after the other.
table quantity_table(const diagnosis& d, choice is_chosen, bool with_change) {
  table r{
      {{prose("quantity"), 0.18}, {prose("of"), with_change ? 0.23 : 0.3}, {prose("value"), with_change ? 0.235 : 0.4}},
      {}};
  if (with_change) r.columns.push_back({prose("change"), 0.27});
  const auto add = [&](const text& name, text of, text value, text change) {
    r.rows.push_back({name, std::move(of), std::move(value)});
    if (with_change) r.rows.back().push_back(std::move(change));
  };
  for (const std::string& name : names_in(d)) {
    std::vector<const measured_quantity*> chosen;
    for (const measured_quantity& q : d.quantities)
      if (q.name == name && is_chosen(q)) chosen.push_back(&q);
    const shortened_list shown{chosen.size(), 24, 8};
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (shown.is_gap(k)) add({}, prose("%1 further, in the certificate", {in_text(shown.left_out())}), {}, {});
      if (!shown.is_shown(k)) continue;
      const measured_quantity& q = *chosen[k];
      add({code{name}}, place_in_text(q.where), value_in_text(q.value), q.change ? value_in_text(*q.change) : text{});
    }
  }
  return r;
}

std::vector<part> parts_of(table quantities) {
  if (quantities.rows.empty()) return {paragraph{prose("There are none.")}};
  return {std::move(quantities)};
}

template <class Kind> std::size_t count_of(const diagnosis& d) {
  return static_cast<std::size_t>(std::ranges::count_if(
      d.quantities, [](const measured_quantity& q) { return std::holds_alternative<Kind>(q.value); }));
}

statement conclusion(const diagnosis& d) {
  const text intervals = in_text(count_of<enclosure>(d)), streams = in_text(count_of<std::size_t>(d)),
             counts = in_text(count_of<enclosed_count>(d));
  const text open = in_text(count_of<undecided>(d)), missing = in_text(count_of<not_bounded>(d));
  const list results{
      {prose(
           "At each site and state every entry of $H$ and every gate lies in its interval, of which the third appendix "
           "shows the first."),
       prose(
           "The quantities, %1 in number, are those of section 2: the means are below, those of single states and "
           "sequences in the first appendix, those under interventions with their changes in the second. Where an "
           "interval is given (of %2) the number lies in it; a stream that is named (of %3) is the only one of which "
           "the definition is true; a count (of %4) is the number given, or one between the two; of directions (of %5) "
           "the sines of the angles are at most those given.",
           {in_text(d.quantities.size()), intervals, streams, counts, in_text(count_of<measured_directions>(d))}),
       prose("Where it says undecided (of %1), as intervals that would have to be compared overlap, or nothing, with "
             "the reason (of %2), nothing is claimed.",
             {open, missing})}};
  return {
      statement::result,
      prose("this certificate"),
      {paragraph{prose("Let $H$ and the gates be those of section 1 at the sites and states of the fourth appendix.")},
       results}};
}

/// How each quantity of a Jacobian follows from the intervals of all singular values of J and H.
list jacobian_steps(const diagnosis& d) {
  const std::vector<std::string> names = names_in(d);
  list r;
  const auto step = [&](std::string_view name, std::string_view words) {
    if (std::ranges::find(names, name) != names.end()) r.items.push_back(prose(words));
  };
  step(
      "jacobian_norm",
      "`jacobian_norm` is $\\sigma_1(J)$ (T3 (d)), `frozen_norm` $\\lVert H\\otimes I_d\\rVert=\\sigma_1(H)$ (T5 (a)), "
      "`norm_ratio` the first over the second;");
  step("mean_square",
       "`mean_square` is $\\frac1{nd}\\sum_i\\sigma_i(J)^2$, `frozen_mean_square` $\\frac1n\\sum_k\\sigma_k(H)^2$, "
       "`mean_square_ratio` the first over the second, `stable_rank` $\\sum_i\\sigma_i(J)^2/\\sigma_1(J)^2$, and "
       "`log_abs_determinant` $\\sum_i\\ln\\sigma_i(J)$, which is given where every interval is above 0: interval "
       "arithmetic on the intervals of T3 (d) and T5 (a);");
  step("count_at_least", "`count_at_least` lies between the number of intervals of $\\sigma_i(J)$ that are wholly at "
                         "or above the threshold "
                         "and the number of those that reach it (T3 (d));");
  step("feedback_rank",
       "`feedback_rank` is at least what the intervals of $J$ and $H$ show by counting, and at most what the mixer's "
       "equations allow (T8);");
  step("top_direction", "`top_direction`: the directions are in the certificate, and any would do. By T23 (b) with "
                        "these for $v$ and $u$, "
                        "with $s$ about $\\sigma_1(J)$, the residuals computed from $J=H\\otimes I_d+AB$, and "
                        "$\\sigma_2(J)$ from T3 (d), "
                        "the sines are at most those given;");
  step("conserved_channel_gain",
       "`conserved_channel_gain`: $\\mathcal QJ\\mathcal P$ and $\\mathcal PJ\\mathcal P$ are of the form of T1, with "
       "means "
       "over streams or differences from them in place of $H$ and the $DH_{ij}$, so that T3 (b), (d) and T6 enclose "
       "$\\lVert\\mathcal QJ\\mathcal P\\rVert$ and $\\mu$. By T9 $\\lVert J\\rVert$ is not less than the gain, and "
       "where "
       "the columns of $H$ sum to one exactly $\\mu=1$;");
  step(
      "sinkhorn_jacobian_norm",
      "`sinkhorn_jacobian_norm` and `sinkhorn_off_diagonal_norm` are first singular values (T6) of the matrix $J_S$ of "
      "the derivatives of $H$ by its logits, in interval arithmetic, and of its rows off the diagonal; "
      "`sinkhorn_bound` "
      "is their product, the bound of T13 (b) for $\\eta=\\lVert g\\rVert=1$;");
  step("jacobian_norm", "under `stopped-router` $J$ is $H\\otimes I_d$, with each $\\sigma_k(H)$ of T5 (a) $d$ times.");
  return r;
}

/// From the claims to the result, each step with the claim that it rests on.
statement proof_of(const diagnosis& d) {
  statement r{statement::proof, {}, {}};
  const auto say = [&](std::string_view words, std::string_view type) {
    r.body.emplace_back(paragraph{prose(words, {{code{claim_of(d.claims, type).id}}})});
  };
  say("*The data* are those of %1.", "data");
  say("*The maps.* By %1 the entries of $H$ and the gates lie in the intervals of the certificate's `forward`: the "
      "equations of section 1 in interval arithmetic.",
      "router");
  say("*The quantities.* By %1 each lies in its interval: its definition in interval arithmetic, at the stored states "
      "and with intervals of $H$ and the gates that no one needs to believe, as whoever checks the claim computes his "
      "own. A product of maps is a product of interval matrices; a singular value of $H$, or of a product, is enclosed "
      "by T5 (a). A stream is named where the intervals compared are disjoint.",
      "derived");
  if (has_jacobians(d)) {
    say("*The Jacobians.* %1 is of them too. The equations of section 1, differentiated in interval arithmetic, "
        "enclose "
        "every $DH_{ij}$ at a state. With these $J=H\\otimes I_d+AB$ by T1 (a); T5 (a) encloses the $\\sigma_k(H)$, T6 "
        "the singular values of a core $\\tilde C$ of $J$, and T3 (b), (d) lead from these to an interval for each "
        "$\\sigma_i(J)$. From there:",
        "derived");
    r.body.emplace_back(jacobian_steps(d));
  }
  return r;
}

} // namespace

section result_section(const diagnosis& d) {
  section r{prose("Result"), {conclusion(d), proof_of(d)}};
  for (const std::string& note : d.notes) r.parts.emplace_back(paragraph{prose("Note: %1", {{code{note}}})});
  r.parts.emplace_back(paragraph{prose(
      "Means over states, sequences and sites. Sites, states, sequences and streams are counted from 0, as in the "
      "certificate; the fourth appendix names them.")});
  for (part& p : parts_of(quantity_table(d, is_mean, false))) r.parts.push_back(std::move(p));
  return r;
}

section single_section(const diagnosis& d) {
  return {prose("Single states and sequences"), parts_of(quantity_table(d, is_single, false)), true};
}

section intervention_section(const diagnosis& d) {
  return {prose("Interventions"), parts_of(quantity_table(d, is_of_intervention, true)), true};
}

} // namespace mixcert::proof
