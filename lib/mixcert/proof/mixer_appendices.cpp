// The numbers of a mixer's certificate.
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/mixer_sections.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"

#include <algorithm>

namespace mixcert::proof {

section frozen_section(const certificate& c) {
  const map_words words = words_of(c.subject);
  section r{prose("The " + words.frozen_words), {}, true};
  table values{{{prose("$k$")}, {prose("$\\sigma_k(" + words.frozen + ")$ lies in"), 0.8}}, {}};
  for (std::size_t k = 0; k < c.frozen_spectrum.size(); ++k)
    values.rows.push_back({in_text(k + 1), in_text(c.frozen_spectrum[k])});
  r.parts.emplace_back(std::move(values));
  if (c.subject.with == "read") {
    const claim& router = claim_of(c.claims, "router");
    if (const auto gates = router.enclosures.find("read"); gates != router.enclosures.end()) {
      table entries{{{prose("read gate")}, {prose("lies in"), 0.8}}, {}};
      for (std::size_t s = 0; s < gates->second.rows(); ++s)
        entries.rows.push_back({{math{"F_{1," + std::to_string(s + 1) + "}"}}, in_text(gates->second(s, 0))});
      r.parts.emplace_back(std::move(entries));
    }
    r.parts.emplace_back(paragraph{prose("Besides these the certificate encloses the mixer $H(X)$ of the same site.")});
  }
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
    r.parts.emplace_back(
        paragraph{prose("Feature directions were selected with the relative tolerance $\\tau=$ %1. The algebraic bound "
                        "of the literature for what is left out, %2, is not certified and nothing here rests on it.",
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

} // namespace mixcert::proof
