#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/mixer/balanced.hpp"
#include "mixcert/mixer/cayley.hpp"
#include "mixcert/mixer/circulant.hpp"
#include "mixcert/mixer/go_mhc.hpp"
#include "mixcert/mixer/hc.hpp"
#include "mixcert/mixer/hc_paper.hpp"
#include "mixcert/mixer/jpmhc.hpp"
#include "mixcert/mixer/krom_go.hpp"
#include "mixcert/mixer/kromhc.hpp"
#include "mixcert/mixer/lucid_mhc.hpp"
#include "mixcert/mixer/mhc_flat.hpp"
#include "mixcert/mixer/mhc_lite.hpp"
#include "mixcert/mixer/mhc_v4.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/mixer/ohc.hpp"
#include "mixcert/mixer/shc.hpp"
#include "mixcert/mixer/static.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {
namespace {

const std::vector<const mixer*>& all_mixers() {
  static const std::vector<const mixer*> mixers{
      &hc_mixer(),        &hc_paper_mixer(), &lucid_mhc_mixer(), &mhc_flat_mixer(), &mhc_v4_mixer(), &mhc_lite_mixer(),
      &kromhc_mixer(),    &go_mhc_mixer(),   &krom_go_mixer(),   &ohc_mixer(),      &shc_mixer(),    &jpmhc_mixer(),
      &circulant_mixer(), &static_mixer(),   &balanced_mixer(),  &cayley_mixer()};
  return mixers;
}

} // namespace

std::vector<std::string> mixer_names() {
  std::vector<std::string> names;
  for (const mixer* m : all_mixers()) names.emplace_back(m->name());
  return names;
}

const mixer& find_mixer(std::string_view name) {
  std::string known;
  for (const mixer* m : all_mixers()) {
    if (m->name() == name) return *m;
    known += (known.empty() ? "" : ", ") + std::string(m->name());
  }
  throw input_error("no mixer '" + printable(name) + "'; " + did_you_mean(name, mixer_names()) +
                    "this version knows: " + known);
}

} // namespace mixcert
