// JSON from a file of unknown origin. For this library's own sources; not installed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mixcert {

/// Why a text is refused.
struct json_fault {
  enum class kind { malformed, too_deep, key_twice };
  kind what;
  std::string member; ///< the key in the outermost object where the fault is; may be empty
  std::string key;    ///< the one given twice
  int depth = 0;      ///< of that key: 1 in the outermost object
  std::string reason; ///< of a malformed text, printable
};

/// Throws json_fault for what is not JSON in UTF-8, nests more than 16 deep, or has a key twice in one object, of which
/// JSON leaves open which one counts. `place` is where in its file the text begins.
nlohmann::json parse_strictly(std::string_view text, std::size_t place = 0);

} // namespace mixcert
