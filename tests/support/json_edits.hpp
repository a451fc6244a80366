// Every way to take a piece out of a JSON document, or to put another in its place.
#pragma once

#include <string>
#include <vector>

namespace mixcert::test {

struct json_edit {
  std::string path; ///< such as .core.values[0].lo
  std::string key;  ///< the member's own name
  std::string text; ///< the document after the edit
};

/// One edit for each member of each object, but of arrays only the first item is entered.
std::vector<json_edit> without_each_member(const std::string& document);

/// The same with a value put in each member's place.
std::vector<json_edit> with_each_member_replaced(const std::string& document, const std::string& value);

/// The document laid out as the library lays it out.
std::string same_layout(const std::string& document);

} // namespace mixcert::test
