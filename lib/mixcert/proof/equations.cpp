#include "mixcert/proof/equations.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <map>
#include <tuple>

namespace mixcert::proof {
namespace {

const convention_value& value_of(const mixer_convention& convention, const std::string& key) {
  const auto found = convention.find(key);
  if (found == convention.end())
    throw input_error("the certificate does not set the mixer's constant " + key +
                      "; certify once more for a complete certificate");
  return found->second;
}

} // namespace

mixer_equations equations_of(std::string_view mixer, const mixer_convention& convention) {
  using function = mixer_equations (*)(const mixer_convention&);
  static const std::map<std::string_view, function> all = {{"hc", equations::hc},
                                                           {"hc-paper", equations::hc_paper},
                                                           {"lucid-mhc", equations::lucid_mhc},
                                                           {"mhc-flat", equations::mhc_flat},
                                                           {"mhc-v4", equations::mhc_v4},
                                                           {"mhc-lite", equations::mhc_lite},
                                                           {"kromhc", equations::kromhc},
                                                           {"go-mhc", equations::go_mhc},
                                                           {"krom-go", equations::krom_go},
                                                           {"ohc", equations::ohc},
                                                           {"shc", equations::shc},
                                                           {"jpmhc", equations::jpmhc},
                                                           {"circulant", equations::circulant},
                                                           {"static", equations::constant},
                                                           {"balanced", equations::balanced},
                                                           {"cayley", equations::cayley}};
  const auto found = all.find(mixer);
  if (found == all.end())
    throw input_error(
        "no equations are known of the mixer '" + printable(mixer) +
        "', so that a document could not say which map it speaks of; add them to lib/mixcert/proof/equations.cpp");
  mixer_equations r = found->second(convention);
  for (const symbol& constant : r.constants) std::ignore = value_of(convention, constant.name);
  return r;
}

bool equations::is_set(const mixer_convention& convention, const std::string& key, std::string_view word) {
  return value_of(convention, key).text() == word;
}

} // namespace mixcert::proof
