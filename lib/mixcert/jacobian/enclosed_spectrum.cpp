#include "mixcert/jacobian/enclosed_spectrum.hpp"

#include "mixcert/jacobian/core.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "mixcert/spectrum/enclosure.hpp"

namespace mixcert {

std::vector<spectrum_entry<mp_interval>> enclose_spectrum(const feedback<mp_interval>& feedback, std::size_t width,
                                                          const precision& places) {
  const context<mp_interval> context{places.working};
  const rotation rotated = certify_rotation(feedback.frozen, places);
  const feature_spans<mp_interval> spans = spans_of(context, feedback, enclose(rotated.Q, places.working), width);
  std::vector<triangular_basis> bases;
  for (const feature_space<mp_interval>& space : spans.spaces)
    bases.push_back(space.standard ? standard_basis(width, places) : certify_basis(space.gram, places));
  const stream_adapted_core core = assemble_core(spans, bases, rotated, places);
  const verified_svd svd = decompose(core.C, places);

  std::vector<spectrum_entry<mp_interval>> parts;
  for (const mp_interval& value : enclose_singular_values(svd.factors, svd.defects, core.epsilon, places.working))
    parts.push_back({undo_rotation(rotated, value), 1, "core"});
  const std::vector<mp_interval> tails = mixer_singular_values(rotated, places);
  for (std::size_t k = 0; k < tails.size(); ++k)
    if (const std::size_t q = spans.dimension(k); q < width) parts.push_back({tails[k], width - q, "tail"});
  return merge(parts);
}

} // namespace mixcert
