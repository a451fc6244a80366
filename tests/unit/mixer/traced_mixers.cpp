#include "traced_mixers.hpp"

#include <stdexcept>
#include <string>

using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::test::traced;

namespace {

const mixcert::context<traced> numbers{traced_bits};

traced_equations equations_of(std::string_view mixer) {
  for (const auto& group : {traced_single_streams(), traced_softmaxes(), traced_rotations(), traced_permutations()})
    for (const traced_mixer& m : group)
      if (m.name == mixer) return m.equations;
  throw std::logic_error("no traced equations of mixer " + std::string(mixer) +
                         "; add them to a table of traced mixers");
}

} // namespace

traced_evaluation trace(std::string_view mixer, const mixer_input& input,
                        const std::vector<matrix<double>>& directions) {
  traced_state X = map(input.state, [](double x) { return numbers.exact(x); });
  for (std::size_t c = 0; c < X.values().size(); ++c) {
    std::vector<mp_interval> derivatives;
    for (const matrix<double>& V : directions) derivatives.emplace_back(V.values()[c], traced_bits);
    X.values()[c] = traced(X.values()[c].value(), X.values()[c].fraction(), std::move(derivatives));
  }
  return equations_of(mixer)(numbers, input, X);
}

traced_evaluation trace_at(std::string_view mixer, const mixer_input& input, const matrix<double>& V, double t) {
  traced_state X = map(input.state, [](double x) { return numbers.exact(x); });
  for (std::size_t c = 0; c < X.values().size(); ++c) X.values()[c] += numbers.exact(t) * numbers.exact(V.values()[c]);
  return equations_of(mixer)(numbers, input, X);
}
