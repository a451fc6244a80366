// How much does a chain of sites amplify this direction?
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/trajectory.hpp"
#include "mixcert/jacobian/chain_derivative.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  const std::string data = argc > 1 ? argv[1] : "examples/data";
  // Token 7 at twelve sites. The direction: only feature 0 of stream 0 is moved.
  const mixcert::trajectory way = mixcert::read_trajectory(data + "/trajectory.safetensors:[7]");
  const mixcert::mixer& mixer = mixcert::find_mixer(way.mixer);
  const mixcert::checkpoint parameters(data + "/model.safetensors");
  std::vector<mixcert::mixer_input> inputs;
  for (const auto& site : read_site_inputs(way, parameters, convention_of(mixer, {}))) inputs.push_back(site.input);
  mixcert::matrix<double> direction(4, 64, std::vector<double>(4 * 64));
  direction(0, 0) = 1;

  const mixcert::chain_image image = chain_derivative(chain_of(mixer, inputs), direction);
  const mixcert::interval gain = to_interval(exp(image.log_gain));
  std::cout << "through " << inputs.size() << " sites by between " << mixcert::decimal_down(gain.lower(), 17) << " and "
            << mixcert::decimal_up(gain.upper(), 17) << '\n';
}

// prints:
// through 12 sites by between 7.2027396424507417e-01 and 7.2027396424507429e-01
