#include "mixcert/diagnostic/iteration.hpp"

#include "mixcert/error.hpp"

#include <string>
#include <utility>

namespace mixcert {

template <scalar S>
std::vector<stochastic_defects<S>> defects_by_iterations(const context<S>& numbers, const mixer& mixer,
                                                         mixer_input input, std::size_t most) {
  const auto iterations = input.convention.find("iterations");
  if (iterations == input.convention.end())
    throw input_error("mixer '" + std::string(mixer.name()) +
                      "' iterates nothing: it has no constant 'iterations'; leave out the number of iterations");
  std::vector<stochastic_defects<S>> defects;
  for (std::size_t k = 1; k <= most; ++k) {
    iterations->second = exact_constant(std::to_string(k));
    defects.push_back(stochastic_defects_of(numbers, mixer.evaluate(numbers, input).H));
  }
  return defects;
}

template std::vector<stochastic_defects<float64>> defects_by_iterations(const context<float64>&, const mixer&,
                                                                        mixer_input, std::size_t);
template std::vector<stochastic_defects<mp_interval>> defects_by_iterations(const context<mp_interval>&, const mixer&,
                                                                            mixer_input, std::size_t);

} // namespace mixcert
