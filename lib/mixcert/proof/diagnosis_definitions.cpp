// What the quantities of a diagnosis are.
#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/proof/diagnosis_sections.hpp"
#include "mixcert/proof/prose.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

bool has(const diagnosis& d, auto condition) {
  return std::ranges::any_of(d.quantities, [&](const measured_quantity& q) { return condition(q.where); });
}

} // namespace

std::vector<std::string> names_in(const diagnosis& d) {
  std::vector<std::string> names;
  for (const measured_quantity& q : d.quantities)
    if (std::ranges::find(names, q.name) == names.end()) names.push_back(q.name);
  return names;
}

bool has_jacobians(const diagnosis& d) {
  return std::ranges::any_of(d.quantities, [](const measured_quantity& q) { return q.name == "jacobian_norm"; });
}

section definition_section(const diagnosis& d) {
  section r{prose("The quantities"), {}};
  const auto say = [&r](std::string_view words) { r.parts.emplace_back(paragraph{prose(words)}); };
  say("$H$ is $n\\times n$, `H_ij` the weight of source stream $j$ in output stream $i$, `I` the identity; $X$ has the "
      "rows $x_j$; `h` are the $n$ read gates, or the $n$ write gates; `sigma_1`, `sigma_2`, ... are singular values "
      "in "
      "descending order. Each definition holds at one site and state, at the $X$ stored; a "
      "quantity of a sequence is of all its states at one site. [@diagnose] names the source of each.");
  say("$J$ is the matrix of the derivative of $Y\\mapsto H(Y)Y$ at $X$, of order $nd$; `kron` is the Kronecker "
      "product.");
  table definitions{{{prose("quantity"), 0.3}, {prose("definition"), 0.62}}, {}};
  for (const std::string& name : names_in(d)) definitions.rows.push_back({{code{name}}, {plain{definition_of(name)}}});
  r.parts.emplace_back(std::move(definitions));
  if (has(d, [](const measured_at& at) { return !at.mean_over.empty(); }))
    say("A *mean* is that of the quantity over the states or the sequences, or over these and the sites of a range.");
  if (has(d, [](const measured_at& at) { return at.composite; }))
    say("Of a *product* over sites $a$ to $b$, the quantity is that of $H_b\\cdots H_a$ in the place of $H$, each "
        "factor at its own state.");
  if (has(d, [](const measured_at& at) { return !at.intervention.empty(); }))
    say("Under an *intervention* the quantity is what it would be with the map replaced, and its *change* is that less "
        "what it is.");
  list interventions;
  const auto item = [&](const char* name, std::string_view words) {
    if (has(d, [&](const measured_at& at) { return at.intervention == name; }))
      interventions.items.push_back(prose(words));
  };
  item("top-k", "`top-k`: of the gates of each state the $k$ largest in absolute value are kept, times "
                "$\\sum_j\\lvert h_j\\rvert/\\sum_{j\\text{ kept}}\\lvert h_j\\rvert$, and the others are 0.");
  item("identity", "`identity`: the identity stands for $H$.");
  item("token-mean", "`token-mean`: for the $H$ of every state stands their mean over all states of the site.");
  item("stopped-router",
       "`stopped-router`: the derivatives of $H$ and the gates are taken to be zero, so that $J$ is $H\\otimes I_d$.");
  if (!interventions.items.empty()) r.parts.emplace_back(std::move(interventions));
  return r;
}

} // namespace mixcert::proof
