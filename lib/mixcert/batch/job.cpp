#include "mixcert/batch/job.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {
namespace {

using nlohmann::json;

constexpr const char* keys = "mixer, params, sites, site, states, trajectory, convention";

class job_reader {
 public:
  explicit job_reader(std::string source) : source_(std::move(source)) {}

  std::vector<batch_entry> entries(const json& document) const {
    if (!document.is_object()) refuse("is no JSON object", std::string("write one with the keys ") + keys);
    if (!document.contains("entries")) return {entry(document, "")};
    if (document.size() != 1) refuse("has keys beside 'entries'", "move them into its entries");
    const json& list = document["entries"];
    if (!list.is_array() || list.empty()) refuse("'entries' is no list of entries", "write one object or more");
    std::vector<batch_entry> r;
    for (std::size_t i = 0; i < list.size(); ++i) r.push_back(entry(list[i], "entries[" + std::to_string(i) + "]"));
    return r;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw input_error(source_ + ": " + what + "; " + remedy);
  }

  std::string text(const json& value, const std::string& at) const {
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
      refuse(at + " is no text", "write a text in quotation marks");
    return value.get<std::string>();
  }

  std::vector<std::string> texts(const json& value, const std::string& at) const {
    if (!value.is_array()) return {text(value, at)};
    if (value.empty()) refuse(at + " is empty", "name a site");
    std::vector<std::string> r;
    for (const json& item : value) r.push_back(text(item, at));
    return r;
  }

  std::map<std::string, std::string> convention(const json& value, const std::string& at) const {
    if (!value.is_object()) refuse(at + " is no object", R"(write {"KEY": "VALUE", ...})");
    std::map<std::string, std::string> r;
    for (const auto& [key, constant] : value.items()) r[key] = text(constant, at + "." + printable(key));
    return r;
  }

  batch_entry entry(const json& object, const std::string& where) const {
    if (!object.is_object()) refuse(where + " is no object", std::string("write one with the keys ") + keys);
    batch_entry r;
    for (const auto& [key, value] : object.items()) {
      const std::string at = (where.empty() ? "" : where + ".") + printable(key);
      if (key == "mixer")
        r.mixer = text(value, at);
      else if (key == "params")
        r.params = text(value, at);
      else if (key == "sites")
        r.glob = text(value, at);
      else if (key == "site")
        r.sites = texts(value, at);
      else if (key == "states")
        r.states = text(value, at);
      else if (key == "trajectory")
        r.trajectory = text(value, at);
      else if (key == "convention")
        r.convention = convention(value, at);
      else
        refuse("there is no key '" + at + "'", std::string("there are: ") + keys);
    }
    return r;
  }

  std::string source_;
};

} // namespace

std::vector<batch_entry> parse_job(std::string_view text, const std::string& source) {
  try {
    return job_reader(printable(source)).entries(parse_strictly(text));
  } catch (const json_fault& fault) {
    throw input_error(printable(source) + ": is no job file in JSON" +
                      (fault.reason.empty() ? ", or has a key twice" : " (" + fault.reason + ')') +
                      "; docs/reference/batch.md has an example");
  }
}

} // namespace mixcert
