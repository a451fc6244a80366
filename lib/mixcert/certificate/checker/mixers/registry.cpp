#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <array>

namespace mixcert::checker {

const mixer_entry& find_equations(std::string_view name) {
  static const std::array all{&hc_entry,        &hc_paper_entry, &lucid_mhc_entry, &mhc_flat_entry,
                              &mhc_v4_entry,    &mhc_lite_entry, &kromhc_entry,    &go_mhc_entry,
                              &krom_go_entry,   &ohc_entry,      &shc_entry,       &jpmhc_entry,
                              &circulant_entry, &static_entry,   &balanced_entry,  &cayley_entry};
  for (const mixer_entry* entry : all)
    if (entry->name == name) return *entry;
  throw malformed("this checker has no equations of a mixer '" + printable(name) + "'");
}

} // namespace mixcert::checker
