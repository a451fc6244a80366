// The library in a page: certify one learned state and ask the certificate for what it proves.
#include "mixcert/certificate/certify.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  const std::string data = argc > 1 ? argv[1] : "examples/data";
  try {
    const mixcert::mixer& hc = mixcert::find_mixer("hc");
    const mixcert::tensor state = mixcert::read_state(data + "/hc_states.safetensors:site01_p3_t127.X");
    const mixcert::mixer_convention published = convention_of(hc, {});
    const auto site = mixcert::read_site(mixcert::checkpoint(data + "/hc_params.safetensors"), "site01", hc, published,
                                         state.shape[0], state.shape[1]);

    const mixcert::certificate c =
        certify(hc, input_of(hc, site, state, published), mixcert::subject_of("site01", site, state));

    // An interval is never silently a number: its ends are asked for by name, and printed rounded outward.
    const mixcert::interval norm = c.quantities.norm;
    std::cout << "largest singular value of J between " << mixcert::decimal_down(norm.lower(), 17) << " and "
              << mixcert::decimal_up(norm.upper(), 17) << '\n'
              << "sigma_1(H) is exactly a singular value of J at least " << c.core.tails.front().multiplicity
              << " times\n";
    if (argc > 2) std::ofstream(argv[2]) << to_json(c);
  } catch (const mixcert::not_certified& reason) {
    std::cerr << "could not be certified: " << reason.what() << '\n';
    return 3;
  } catch (const mixcert::input_error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
