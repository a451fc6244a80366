#include "support/hc_cases.hpp"

#include "mixcert/io/safetensors.hpp"
#include "support/reference_router.hpp"
#include "support/shared_data.hpp"

#include <random>
#include <stdexcept>

namespace mixcert::test {
namespace {

std::vector<double> values_or_none(const safetensors_file& file, const std::string& name) {
  return file.contains(name) ? file.read(name).values : std::vector<double>{};
}

mixer_input read_input(const safetensors_file& parameters, const std::string& prefix, const tensor& state) {
  mixer_input input{
      {}, convention_of(hc_mixer(), {}), matrix<double>(state.shape.at(0), state.shape.at(1), state.values)};
  for (const tensor_spec& spec : hc_mixer().tensors(state.shape[0], state.shape[1], input.convention))
    input.parameters.emplace(spec.name, parameters.read(prefix + spec.name).values);
  return input;
}

} // namespace

std::vector<hc_reference> hc_references(const std::string& set) {
  const bool edge = set == "edge/hc_edge";
  const auto file = [&](const char* ending) { return shared_file("oracles/" + set + ending); };
  const safetensors_file parameters(file(edge ? "_inputs.safetensors" : "_params.safetensors"));
  const safetensors_file states(file(edge ? "_inputs.safetensors" : "_states.safetensors"));
  const safetensors_file oracle(file("_oracle.safetensors"));
  std::vector<hc_reference> cases;
  for (const reference_router& c : read_reference_routers(file("_expected.json")))
    cases.push_back({c.id, read_input(parameters, c.parameters, states.read(c.id + ".X")), c.H, c.read, c.write,
                     values_or_none(oracle, c.id + ".DH"), values_or_none(oracle, c.id + ".Dread"),
                     values_or_none(oracle, c.id + ".Dbeta"), c.sigma_J, c.sigma_H});
  if (cases.empty()) throw std::runtime_error("no cases in " + set);
  return cases;
}

mixer_input small_hc_input(std::uint64_t seed, std::size_t n, std::size_t d) {
  std::mt19937_64 engine(seed);
  const auto vector = [&](std::size_t size) {
    std::vector<double> r(size);
    for (double& x : r) x = static_cast<double>(std::uniform_int_distribution<int>(-128, 128)(engine)) / 64;
    return r;
  };
  mixer_input input{{}, convention_of(hc_mixer(), {}), {}};
  input.parameters["norm.gamma"] = vector(d);
  input.parameters["static_alpha"] = vector(n * (1 + n));
  input.parameters["dynamic_alpha_fn"] = vector(d * (1 + n));
  input.parameters["dynamic_alpha_scale"] = {0.75};
  input.parameters["static_beta"] = vector(n);
  input.parameters["dynamic_beta_fn"] = vector(d);
  input.parameters["dynamic_beta_scale"] = {-1.25};
  input.state = {n, d, vector(n * d)};
  return input;
}

} // namespace mixcert::test
