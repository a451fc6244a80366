#include "mixcert/proof/bibliography.hpp"

#include "mixcert/proof/prose.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace mixcert::proof {

text reference_of(std::string_view key) {
  static const std::map<std::string_view, std::string_view> works = {
      {"T1", "mixcert, *T1 Feedback factors*, `proofs/theorems/T1-feedback-factors.md`."},
      {"T2", "mixcert, *T2 Common core*, `proofs/theorems/T2-common-core.md`."},
      {"T3", "mixcert, *T3 Stream-adapted core*, `proofs/theorems/T3-stream-adapted-core.md`. Machine-checked in part: "
             "`proofs/coq/spectrum_multiset.v`, `order_statistics.v`, `certified_spectrum.v`."},
      {"T4", "mixcert, *T4 Truncated core*, `proofs/theorems/T4-truncated-core.md`."},
      {"T5", "mixcert, *T5 Approximate orthogonality*, `proofs/theorems/T5-approximate-orthogonality.md`. "
             "Machine-checked in part: `proofs/coq/approximate_orthogonality.v`."},
      {"T6", "mixcert, *T6 Enclosing all singular values*, `proofs/theorems/T6-singular-value-enclosure.md`. "
             "Machine-checked in part: `proofs/coq/singular_value_enclosure.v`."},
      {"T8", "mixcert, *T8 Rank bounds*, `proofs/theorems/T8-rank-bounds.md`. Machine-checked: "
             "`proofs/coq/rank_bounds.v`, `feedback_rank_count.v`, `rank_orthogonal.v`."},
      {"T9", "mixcert, *T9 Conserved channel*, `proofs/theorems/T9-conserved-channel.md`."},
      {"T10", "mixcert, *T10 Two-stream balanced map*, `proofs/theorems/T10-two-stream-map.md`."},
      {"T11", "mixcert, *T11 Cayley chain*, `proofs/theorems/T11-cayley-chain.md`. Machine-checked: "
              "`proofs/coq/cayley_chain.v`."},
      {"T13", "mixcert, *T13 Sinkhorn Jacobian*, `proofs/theorems/T13-sinkhorn-jacobian.md`."},
      {"T14", "mixcert, *T14 Scaled normalisations*, `proofs/theorems/T14-scaled-normalisations.md`."},
      {"T15", "mixcert, *T15 Perturbed products*, `proofs/theorems/T15-product-perturbation.md`. Machine-checked: "
              "`proofs/coq/product_perturbation.v`."},
      {"T18", "mixcert, *T18 Every state of a box*, `proofs/theorems/T18-state-box.md`."},
      {"T20", "mixcert, *T20 Cayley transform*, `proofs/theorems/T20-cayley-transform.md`."},
      {"T22", "mixcert, *T22 Dense products in twice the places*, `proofs/theorems/T22-double-double-products.md`."},
      {"T23", "mixcert, *T23 Angle to singular vectors*, `proofs/theorems/T23-singular-vector-angle.md`."},
      {"T25", "mixcert, *T25 Products of Jacobians in thin factors*, `proofs/theorems/T25-thin-factors.md`."},
      {"T30", "mixcert, *T30 The norm of a dense matrix, without its other values*, "
              "`proofs/theorems/T30-norm-by-deflation.md`."},
      {"diagnose",
       "mixcert, *What mixcert diagnose measures*, `docs/reference/diagnose.md`: each quantity with its definition and "
       "source."},
      {"mixers", "mixcert, *Mixers*, `docs/reference/mixers.md`: tensors, constants and equations."},
      {"format",
       "mixcert, *The certificate*, `docs/reference/certificate.md`: each claim, and what re-establishes it."},
      {"spectra", "*Exact Jacobian spectra of dynamic residual mixers*."},
      {"HJ", "R. A. Horn and C. R. Johnson, *Topics in Matrix Analysis*, Cambridge University Press, 1991; Weyl's "
             "inequality and singular values of products: 3.3.16."},
      {"Rump", "S. M. Rump, *Verified bounds for singular values, in particular for the spectral norm of a matrix and "
               "its inverse*, BIT 51 (2011)."},
      {"Miyajima",
       "S. Miyajima, *Verified bounds for all the singular values of matrix*, Japan J. Indust. Appl. Math. 31 (2014)."},
      {"PS", "R. T. Powers and E. Størmer, *Free states of the canonical anticommutation relations*, Comm. Math. Phys. "
             "16 (1970), Lemma 4.1."},
      {"KN", "R. Krawczyk and A. Neumaier, *Interval slopes for rational functions and associated centered forms*, "
             "SIAM J. Numer. Anal. 22 (1985)."},
  };
  const auto found = works.find(key);
  if (found == works.end()) throw std::out_of_range("no work has the key " + std::string(key));
  return prose(found->second);
}

} // namespace mixcert::proof
