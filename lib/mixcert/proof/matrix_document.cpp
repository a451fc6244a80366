// The document of a matrix's certificate.
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

section data_section(const matrix_certificate& c) {
  std::vector<named_tensor> tensors = {{"A", c.data}};
  section r{prose("The matrix"), {}};
  r.parts.emplace_back(paragraph{
      prose(has_decimal_radii(c) ? "The matrix is %1; its entries are the binary64 numbers nearest to the decimals "
                                   "stored. The matrix of the decimals itself is one of the $A'$."
                                 : "The matrix is %1; its entries are exactly the numbers stored.",
            {{math{"A\\in\\mathbb R^{" + std::to_string(c.rows) + "\\times" + std::to_string(c.cols) + "}"}}})});
  if (c.radius) {
    tensors.push_back({"\\varrho", *c.radius});
    r.parts.emplace_back(paragraph{prose("Everything below is said of every matrix $A'$ with $\\lvert "
                                         "A'_{ij}-A_{ij}\\rvert\\le\\varrho_{ij}$ for all $i,j$.")});
  }
  r.parts.emplace_back(tensor_table(tensors));
  return r;
}

section theorem_section(const matrix_certificate& c) {
  section r{prose("The theorems"), {theorems::notation(), theorems::singular_value_enclosure()}};
  if (is_separated(c)) r.parts.emplace_back(theorems::separated_groups());
  return r;
}

statement proof_of(const matrix_certificate& c) {
  const std::string matrix = c.radius ? "A'" : "A";
  statement r{statement::proof, {}, {}};
  r.body.emplace_back(paragraph{
      prose("%1 has $\\hat U$, $\\hat\\sigma$, $\\hat V$ with $e$, $f$, $g$ for $C=2^{-t}A$. T6 (a)%2 encloses the "
            "singular values of $2^{-t}" +
                matrix + "$, and those of $" + matrix + "$ are $2^t$ times as large.",
            {{code{claim_of(c.claims, "svd").id}},
             c.radius ? prose(" and (b), with $C'=2^{-t}A'$ and $\\lVert C'-C\\rVert\\le\\varepsilon$,") : text{}})});
  if (is_separated(c))
    r.body.emplace_back(paragraph{
        prose("For the groups of %1 T6 (c) with the enclosures of (a), gives second ends, whose hypotheses on "
              "gaps and quotients the claim's $r$ and $o$, the $\\hat\\sigma$ and those enclosures decide; "
              "the intersections, widened by $\\varepsilon$ where there is one, are stored.",
              {{code{claim_of(c.claims, "separated").id}}})});
  return r;
}

std::vector<spectrum_entry<enclosure>> entries_of(const matrix_certificate& c) {
  std::vector<spectrum_entry<enclosure>> r;
  for (const enclosure& value : c.spectrum) r.push_back({value, 1, "svd"});
  return r;
}

} // namespace

document document_of(const matrix_certificate& c, const std::string& document_sha256) {
  document d{prose("Singular values of a matrix: %1", {{code{c.data.name.empty() ? c.data.file : c.data.name}}}), {}};
  section first = data_section(c);
  std::vector<part> opening = about(c.made_by, document_sha256);
  first.parts.insert(first.parts.begin(), opening.begin(), opening.end());
  d.sections.push_back(std::move(first));
  if (c.spectrum.empty()) {
    d.sections.push_back(
        {prose("Result"),
         {statement{statement::result,
                    prose("this certificate"),
                    {paragraph{prose("A matrix without rows or columns has no singular values, and norm 0.")}}}}});
    return d;
  }
  d.sections.push_back(theorem_section(c));
  d.sections.push_back({prose("The hypotheses, and what the certificate claims of them"), {hypothesis_table(c)}});
  d.sections.push_back({prose("Result"),
                        {statement{statement::result,
                                   prose("this certificate"),
                                   {paragraph{prose(std::string("For every $i$ the singular value $\\sigma_i(") +
                                                        (c.radius ? "A'" : "A") +
                                                        ")$ lies in the $i$-th interval of the appendix. In particular "
                                                        "the largest lies in %1 and the smallest in %2.",
                                                    {in_text(c.spectrum.front()), in_text(c.spectrum.back())})}}},
                         proof_of(c)}});
  d.sections.push_back({prose("The spectrum"), {spectrum_table(entries_of(c))}, true});
  return d;
}

} // namespace mixcert::proof
