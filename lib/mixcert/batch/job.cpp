#include "mixcert/batch/job.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"

namespace {

/// What toml++ 3.3 takes for granted of a text, and is not so.
struct false_assumption {};

constexpr void require(bool assumption) {
  if (!assumption) throw false_assumption();
}

} // namespace

#undef NDEBUG // or the compiler would take it for granted, too
#define TOML_ASSERT(condition) require(static_cast<bool>(condition))
#define TOML_HEADER_ONLY 1 // whoever links the library needs no other for a job file
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace mixcert {
namespace {

const std::vector<std::string> keys = {"mixer", "params", "sites", "site", "states", "trajectory", "convention"};

std::string listed(const std::vector<std::string>& names) {
  std::string r;
  for (const std::string& name : names) r += (r.empty() ? "" : ", ") + name;
  return r;
}

class job_reader {
 public:
  explicit job_reader(std::string source) : source_(std::move(source)) {}

  std::vector<batch_entry> entries(const toml::table& document) const {
    const toml::node* const list = document.get("entries");
    if (list == nullptr) return {entry(document, "")};
    for (const auto& [key, value] : document)
      if (&value != list)
        refuse(key.source(), '\'' + printable(key.str()) + "' stands beside [[entries]]", "move it into an entry");
    const toml::array* const tables = list->as_array();
    if (tables == nullptr || tables->empty())
      refuse(list->source(), "'entries' is no list of tables", "write [[entries]] above each entry");
    std::vector<batch_entry> r;
    for (const toml::node& item : *tables) {
      const std::string name = "entries[" + std::to_string(r.size()) + "]";
      if (!item.is_table()) refuse(item.source(), '\'' + name + "' is no table", "write [[entries]] above each entry");
      r.push_back(entry(*item.as_table(), name + "."));
      r.back().place = place(item.source()) + ": " + name;
    }
    return r;
  }

  [[noreturn]] void refuse(const toml::source_region& at, const std::string& what, const std::string& remedy) const {
    throw input_error(place(at) + ": " + what + "; " + remedy);
  }

 private:
  std::string place(const toml::source_region& at) const { return source_ + ':' + std::to_string(at.begin.line); }

  std::string text(const toml::node& value, const std::string& key) const {
    const toml::value<std::string>* const found = value.as_string();
    if (found == nullptr || found->get().empty())
      refuse(value.source(), '\'' + key + "' is no text", "write a text in quotation marks");
    return found->get();
  }

  std::vector<std::string> texts(const toml::node& value, const std::string& key) const {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return {text(value, key)};
    if (list->empty()) refuse(value.source(), '\'' + key + "' is empty", "name a site");
    std::vector<std::string> r;
    for (const toml::node& item : *list) r.push_back(text(item, key));
    return r;
  }

  std::map<std::string, std::string> convention(const toml::node& value, const std::string& key) const {
    const toml::table* const table = value.as_table();
    if (table == nullptr) refuse(value.source(), '\'' + key + "' is no table", R"(write {norm_eps = "1e-5"})");
    std::map<std::string, std::string> r;
    for (const auto& [name, constant] : *table) {
      const std::string at = key + "." + printable(name.str());
      if (constant.is_floating_point())
        refuse(constant.source(), '\'' + at + "' is a number that TOML rounds",
               "put it in quotation marks, and it is exactly this decimal number");
      const toml::value<std::int64_t>* const whole = constant.as_integer();
      r[std::string(name.str())] = whole != nullptr ? std::to_string(whole->get()) : text(constant, at);
    }
    return r;
  }

  [[noreturn]] void refuse_key(const toml::key& key, const std::string& name) const {
    refuse(key.source(), "there is no key '" + name + '\'',
           did_you_mean(key.str(), keys) + "there are: " + listed(keys));
  }

  batch_entry entry(const toml::table& table, const std::string& prefix) const {
    batch_entry r;
    r.place = source_;
    for (const auto& [key, value] : table) {
      const std::string name = prefix + printable(key.str());
      if (key == "mixer")
        r.mixer = text(value, name);
      else if (key == "params")
        r.params = text(value, name);
      else if (key == "sites")
        r.glob = text(value, name);
      else if (key == "site")
        r.sites = texts(value, name);
      else if (key == "states")
        r.states = text(value, name);
      else if (key == "trajectory")
        r.trajectory = text(value, name);
      else if (key == "convention")
        r.convention = convention(value, name);
      else
        refuse_key(key, name);
    }
    return r;
  }

  std::string source_;
};

} // namespace

std::vector<batch_entry> parse_job(std::string_view text, const std::string& source) {
  const std::string remedy = "docs/reference/batch.md has an example";
  const job_reader reader(printable(source));
  try {
    return reader.entries(toml::parse(text));
  } catch (const toml::parse_error& error) {
    reader.refuse(error.source(), "is no job file in TOML (" + printable(error.description()) + ')', remedy);
  } catch (const false_assumption&) {
    throw input_error(printable(source) + ": is no job file in TOML; " + remedy);
  }
}

} // namespace mixcert
