#include "mixcert/io/detail/strict_json.hpp"

#include <set>
#include <vector>

#include "mixcert/printable.hpp"

namespace mixcert {

using nlohmann::json;

namespace {

constexpr int deepest_nesting = 16;

/// Sees every part of the text as it is parsed.
class watcher {
 public:
  bool operator()(int depth, json::parse_event_t event, json& value) {
    switch (event) {
    case json::parse_event_t::object_start:
    case json::parse_event_t::array_start:
      if (depth > deepest_nesting) throw json_fault{json_fault::kind::too_deep, member_, "", depth, ""};
      if (event == json::parse_event_t::object_start) keys_of_open_objects_.emplace_back();
      break;
    case json::parse_event_t::object_end:
      keys_of_open_objects_.pop_back();
      break;
    case json::parse_event_t::key: {
      const std::string key = value.get<std::string>();
      if (depth == 1) member_ = key;
      if (!keys_of_open_objects_.back().insert(key).second)
        throw json_fault{json_fault::kind::key_twice, member_, key, depth, ""};
      break;
    }
    case json::parse_event_t::array_end:
    case json::parse_event_t::value:
      break;
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_of_open_objects_;
  std::string member_;
};

json_fault malformed(std::string reason) { return {json_fault::kind::malformed, "", "", 0, std::move(reason)}; }

} // namespace

json parse_strictly(std::string_view text, std::size_t place) {
  // The JSON parser takes NUL for the end of its input.
  if (const std::size_t nul = text.find('\0'); nul != text.npos)
    throw malformed("NUL at byte " + std::to_string(place + nul));
  watcher watch;
  try {
    return json::parse(text.begin(), text.end(), std::ref(watch));
  } catch (const json::exception& error) {
    const std::string_view reason = error.what();
    const std::size_t bracket = reason.find("] ");
    throw malformed(printable(reason.substr(bracket == reason.npos ? 0 : bracket + 2)));
  }
}

} // namespace mixcert
