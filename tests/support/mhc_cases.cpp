#include "support/mhc_cases.hpp"

#include "mixcert/io/safetensors.hpp"
#include "support/reference_router.hpp"
#include "support/shared_data.hpp"

#include <random>
#include <stdexcept>

namespace mixcert::test {

std::vector<mhc_reference> mhc_references(std::size_t width) {
  const std::string set = "oracles/mhc/mhc_d" + std::to_string(width);
  const safetensors_file inputs(shared_file(set + "_inputs.safetensors")),
      oracle(shared_file(set + "_oracle.safetensors"));
  const auto values_or_none = [&](const std::string& name) {
    return oracle.contains(name) ? oracle.read(name).values : std::vector<double>{};
  };
  std::vector<mhc_reference> cases;
  for (const reference_router& c : read_reference_routers(shared_file(set + "_expected.json"))) {
    const tensor state = inputs.read("state." + c.id + ".X");
    mixer_input input{
        {}, convention_of(mhc_v4_mixer(), {}), matrix<double>(state.shape.at(0), state.shape.at(1), state.values)};
    for (const tensor_spec& spec : mhc_v4_mixer().tensors(state.shape[0], state.shape[1], input.convention))
      input.parameters.emplace(spec.name, inputs.read(c.parameters + ".hc_attn_" + spec.name).values);
    cases.push_back({c.id, std::move(input), c.H, c.read, c.write, values_or_none(c.id + ".DH"),
                     values_or_none(c.id + ".Dpre"), values_or_none(c.id + ".Dpost"), c.sigma_J, c.sigma_H});
  }
  if (cases.empty()) throw std::runtime_error("no cases in " + set);
  return cases;
}

mixer_input small_mhc_input(std::uint64_t seed, std::size_t n, std::size_t d) {
  std::mt19937_64 engine(seed);
  const auto vector = [&](std::size_t size) {
    std::vector<double> r(size);
    for (double& x : r) x = static_cast<double>(std::uniform_int_distribution<int>(-128, 128)(engine)) / 64;
    return r;
  };
  mixer_input input{{}, convention_of(mhc_v4_mixer(), {}), {}};
  input.parameters["fn"] = vector((2 + n) * n * n * d);
  input.parameters["scale"] = {0.75, -1.25, 0.625};
  input.parameters["base"] = vector((2 + n) * n);
  input.state = {n, d, vector(n * d)};
  return input;
}

} // namespace mixcert::test
