#include "mixcert/construction/cayley_chain.hpp"
#include "mixcert/construction/chain_spectrum.hpp"
#include "mixcert/construction/table/perturbed.hpp"
#include "mixcert/construction/table/tables.hpp"
#include "mixcert/error.hpp"

namespace mixcert::table {
namespace {

std::size_t count_of(const case_parameters& given, const char* name) { return std::stoul(text_of(given, name)); }

/// v = (3, 4, 0, ...) and the state (v, -v, 0): a multiple of X_0, which has the same Jacobian, in exact numbers.
mixer_input fixed_state(const mixer& mixer, const std::string& K, std::size_t d) {
  std::vector<double> v(d, 0.0);
  v.at(0) = 3;
  v.at(1) = 4;
  matrix<double> X(3, d, 0.0);
  for (std::size_t c = 0; c < d; ++c) {
    X(0, c) = v[c];
    X(1, c) = -v[c];
  }
  return {{{"v", v}}, convention_of(mixer, {{"K", K}}), X};
}

reproduction computed(const case_parameters& given, const reproduction_request& request) {
  if (request.in.in == arithmetic::kind::exact)
    throw not_certified("mixer 'cayley' divides by square roots, which rational arithmetic does not have");
  const mixer& mixer = find_mixer("cayley");
  const mixer_input input = fixed_state(mixer, perturbed(text_of(given, "K"), request), count_of(given, "d"));
  const chain_spectrum spectrum = chain_singular_values(mixer, input, count_of(given, "L"), request.in);
  const parameters values = values_of(given);
  const std::vector<reference_value> references = references_of(cayley_chain_form(), values);
  return {compare(references, in_order(references, spectrum.values, values), values, request.in), {}, spectrum.places};
}

} // namespace

construction cayley() {
  construction c{"cayley", "T11", "equal three-stream layers, each mixed by the identity, that stretch one direction",
                 "K",      {},    computed};
  for (const char* K : {"0.1", "1", "-1", "-2", "10", "1e-8"})
    for (const char* L : {"1", "2", "64"})
      for (const char* d : {"8", "64", "512"}) c.table.push_back({{"K", K}, {"L", L}, {"d", d}});
  return c;
}

} // namespace mixcert::table
