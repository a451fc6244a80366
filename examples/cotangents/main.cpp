// The gradient of a small transformer's loss by its embedding output, with and without the derivatives of the routers
// of its Hyper-Connections, in float64 and in enclosures, beside references of others.
// usage: cotangents FOLDER [SEQUENCES [BITS [SITE]]]
// FOLDER holds config.json, model.safetensors, expected.json, gradients.safetensors. SITE, counted from 1, is left out
// when routers are stopped: a mistake made on purpose, which the references must show.
#include "cotangents/report.hpp"
#include "mixcert/error.hpp"
#include "mixcert/scalar/environment.hpp"
#include "study/command.hpp"

#include <algorithm>
#include <iostream>

using namespace mixcert;
using namespace mixcert::cotangents;
using mixcert::study::count_argument;

int main(int argc, char** argv) try {
  const std::size_t wanted = count_argument(argc, argv, 2, 1000), bits = count_argument(argc, argv, 3, 320);
  if (argc < 2 || argc > 5 || wanted == 0 || bits < 53 || bits > 10000) {
    std::cerr << "usage: " << argv[0] << " FOLDER [SEQUENCES [BITS [SITE]]], positive numbers, BITS from 53 to 10000\n";
    return 2;
  }
  require_ieee_environment();
  const model_file model = read_model(argv[1]);
  const reference_file references = read_references(argv[1]);
  const std::size_t sites = 2 * model.weights.blocks.size(), left_out = count_argument(argc, argv, 4, sites + 1);
  if (argc == 5 && (left_out == 0 || left_out > sites))
    throw input_error("SITE is a number from 1 to " + std::to_string(sites));
  std::vector<router_derivative> stopped(sites, router_derivative::stopped);
  if (argc == 5) stopped[left_out - 1] = router_derivative::taken;

  const context<float64> numbers;
  const context<mp_interval> places{static_cast<mpfr_prec_t>(bits)};
  const model_weights<mp_interval> enclosed = converted(context<mp_interval>{53}, model.weights);
  verdict worst = verdict::agrees;
  for (std::size_t k = 0; k < std::min(wanted, references.sequences.size()); ++k) {
    const reference& expected = references.sequences[k];
    const std::vector<std::size_t> tokens = tokens_of(model, expected.text);
    if (k == 0) report_binary64(model.weights, tokens);
    std::cout << "sequence " << k << ", enclosures of " << bits << " places\n";
    const verdict found = report(pass_twice(numbers, model.weights, tokens, stopped),
                                 pass_twice(places, enclosed, tokens, stopped), places, expected, references.accuracy);
    if (worst != verdict::disagrees && found != verdict::agrees) worst = found;
  }
  return worst == verdict::agrees ? 0 : worst == verdict::disagrees ? 1 : 3;
} catch (const not_certified& reason) {
  std::cerr << "could not be certified: " << reason.what() << "; more BITS may help\n";
  return 3;
} catch (const input_error& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
