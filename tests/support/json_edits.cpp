#include "support/json_edits.hpp"

#include <functional>
#include <nlohmann/json.hpp>

namespace mixcert::test {
namespace {

using json = nlohmann::ordered_json;

std::string text_of(const json& document) { return document.dump(1) + "\n"; }

/// Calls edit(parent, key), which changes a copy of the document, for each member.
void each_member(const json& document, const std::function<void(json&, const std::string&)>& edit,
                 std::vector<json_edit>& edits, const json::json_pointer& at, const std::string& path) {
  const json& here = document.at(at);
  if (here.is_array() && !here.empty()) each_member(document, edit, edits, at / 0, path + "[0]");
  if (!here.is_object()) return;
  for (const auto& item : here.items()) {
    json copy = document;
    edit(copy.at(at), item.key());
    edits.push_back({path + "." + item.key(), item.key(), text_of(copy)});
    each_member(document, edit, edits, at / item.key(), path + "." + item.key());
  }
}

std::vector<json_edit> edited(const std::string& document, const std::function<void(json&, const std::string&)>& edit) {
  std::vector<json_edit> edits;
  each_member(json::parse(document), edit, edits, json::json_pointer(), "");
  return edits;
}

} // namespace

std::vector<json_edit> without_each_member(const std::string& document) {
  return edited(document, [](json& parent, const std::string& key) { parent.erase(key); });
}

std::vector<json_edit> with_each_member_replaced(const std::string& document, const std::string& value) {
  const json replacement = json::parse(value);
  return edited(document, [&](json& parent, const std::string& key) { parent[key] = replacement; });
}

std::string same_layout(const std::string& document) { return text_of(json::parse(document)); }

} // namespace mixcert::test
