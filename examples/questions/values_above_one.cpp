// How many singular values of the Jacobian exceed 1?
#include "mixcert/certificate/certify.hpp"
#include "mixcert/io/site.hpp"

#include <iostream>
#include <string>

int main(int argc, char** argv) {
  const std::string data = argc > 1 ? argv[1] : "examples/data";
  const mixcert::mixer& hc = mixcert::find_mixer("hc");
  const mixcert::tensor state = mixcert::read_state(data + "/hc_states.safetensors:site01_p3_t127.X");
  const mixcert::mixer_convention published = convention_of(hc, {});
  const auto site = mixcert::read_site(mixcert::checkpoint(data + "/hc_params.safetensors"), "site01", hc, published,
                                       state.shape[0], state.shape[1]);
  const mixcert::certificate c =
      certify(hc, input_of(hc, site, state, published), mixcert::subject_of("site01", site, state));

  // The i-th largest value lies in the i-th enclosure, entries taken as often as they say: so these are counts.
  std::size_t certainly = 0, possibly = 0, all = 0;
  for (const auto& entry : c.spectrum) {
    const mixcert::interval& value = entry.value;
    certainly += value.lower() > 1 ? entry.multiplicity : 0;
    possibly += value.upper() > 1 ? entry.multiplicity : 0;
    all += entry.multiplicity;
  }
  std::cout << "between " << certainly << " and " << possibly << " of " << all << " exceed 1\n";
}

// prints:
// between 512 and 512 of 1024 exceed 1
