#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <array>

namespace mixcert::checker {

const mixer_entry& find_equations(std::string_view name) {
  static const std::array all{&hc_entry, &mhc_v4_entry};
  for (const mixer_entry* entry : all)
    if (entry->name == name) return *entry;
  throw malformed("this checker has no equations of a mixer '" + printable(name) + "'");
}

} // namespace mixcert::checker
