#include "support/mixer_cases.hpp"

#include "mixcert/io/safetensors.hpp"
#include "support/reference_router.hpp"
#include "support/shared_data.hpp"

#include <random>
#include <stdexcept>

namespace mixcert::test {

std::vector<mixer_reference> mixer_references(const std::string& name) {
  const mixer& family = find_mixer(name);
  std::vector<mixer_reference> cases;
  for (const std::string& set : {name + "/" + name, std::string("edge/edge")}) {
    const auto file = [&](const char* ending) { return shared_file("oracles/" + set + ending); };
    const safetensors_file inputs(file("_inputs.safetensors")), oracle(file("_oracle.safetensors"));
    for (const reference_router& c : read_reference_routers(file("_expected.json"))) {
      if (c.family != name || !c.is_accurate) continue;
      const tensor state = inputs.read(c.id + ".X");
      const std::size_t n = state.shape.at(0), d = state.shape.at(1);
      mixer_input input{{}, convention_of(family, c.convention), matrix<double>(n, d, state.values)};
      for (const tensor_spec& spec : family.tensors(n, d, input.convention))
        input.parameters.emplace(spec.name, inputs.read(c.parameters + spec.name).values);
      cases.push_back({c.id, &family, std::move(input), c.H, c.read, c.write, oracle.read(c.id + ".DH").values,
                       oracle.read(c.id + ".Dpre").values, oracle.read(c.id + ".Dpost").values});
    }
  }
  if (cases.empty()) throw std::runtime_error("no cases of " + name);
  return cases;
}

mixer_input small_input(const mixer& mixer, std::uint64_t seed, std::size_t n, std::size_t d,
                        const std::map<std::string, std::string>& convention) {
  std::mt19937_64 engine(seed);
  const auto vector = [&](std::size_t size) {
    std::vector<double> r(size);
    for (double& x : r) x = static_cast<double>(std::uniform_int_distribution<int>(-128, 128)(engine)) / 64;
    return r;
  };
  mixer_input input{{}, convention_of(mixer, convention), {}};
  for (const tensor_spec& spec : mixer.tensors(n, d, input.convention)) {
    std::size_t size = 1;
    for (const tensor_axis& axis : spec.shape) size *= axis.extent;
    input.parameters[spec.name] = spec.shape.empty() ? std::vector<double>{0.75} : vector(size);
  }
  input.state = {n, d, vector(n * d)};
  return input;
}

} // namespace mixcert::test
