#include "mixcert/construction/two_stream.hpp"

#include "mixcert/construction/chain_spectrum.hpp"
#include "mixcert/construction/table/perturbed.hpp"
#include "mixcert/construction/table/tables.hpp"
#include "mixcert/error.hpp"

namespace mixcert::table {
namespace {

reproduction computed(const case_parameters& given, const reproduction_request& request) {
  if (request.in.in == arithmetic::kind::exact)
    throw not_certified("mixer 'balanced' takes a square root and a sigmoid, which rational arithmetic does not have");
  const mixer& mixer = find_mixer("balanced");
  const mixer_input input{
      {},
      convention_of(mixer, {{"K", perturbed(text_of(given, "K"), request)}, {"epsilon", text_of(given, "epsilon")}}),
      {2, 1, {1, -1}}};
  const chain_spectrum spectrum = chain_singular_values(mixer, input, 1, request.in);
  const parameters values = values_of(given);
  const std::vector<reference_value> references = references_of(two_stream_form(), values);
  return {compare(references, in_order(references, spectrum.values, values), values, request.in), {}, spectrum.places};
}

} // namespace

construction two_stream() {
  construction c{"two-stream", "T10", "two streams mixed uniformly, whose Jacobian is as large as the gain makes it",
                 "K",          {},    computed};
  for (const char* K : {"0", "0.1", "1", "3", "-2", "10", "1e4", "1e-8"})
    for (const char* epsilon : {"1e-8", "1e-5", "1e-2", "1"}) c.table.push_back({{"K", K}, {"epsilon", epsilon}});
  return c;
}

} // namespace mixcert::table
