#include "mixcert/io/checkpoint_index.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "mixcert/error.hpp"
#include "mixcert/io/bytes.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

using nlohmann::json;

constexpr std::size_t longest_index = 100'000'000;
constexpr std::size_t longest_file_name = 255;
constexpr std::string_view remedy = "name the model.safetensors.index.json that came with the checkpoint";
constexpr std::string_view rewrite = "the index is damaged: copy or download it again";

/// Of Unicode, in a text that is UTF-8: messages show file names as they are.
bool has_control_characters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next < 0xa0)) return true;
  }
  return false;
}

bool leaves_its_folder(const std::filesystem::path& path) {
  return std::any_of(path.begin(), path.end(), [](const std::filesystem::path& part) { return part == ".."; });
}

class index_parser {
 public:
  explicit index_parser(const input_file& index) : index_(index) {}

  std::map<std::string, std::string, std::less<>> parse() const {
    const json root = document();
    const auto found = root.is_object() ? root.find("weight_map") : root.end();
    if (found == root.end()) refuse("is JSON, but no index of a sharded checkpoint: it has no weight_map", remedy);
    if (!found->is_object()) refuse("has a weight_map that is not a JSON object", rewrite);
    std::map<std::string, std::string, std::less<>> files;
    for (const auto& [tensor, file] : found->items()) {
      if (!file.is_string()) refuse_tensor(tensor, "is mapped to something that is not a file name", rewrite);
      check_file_name(tensor, file.get_ref<const std::string&>());
      files.emplace(tensor, file.get<std::string>());
    }
    return files;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, std::string_view then) const {
    throw input_error(index_.path().string() + ": " + what + "; " + std::string(then));
  }

  [[noreturn]] void refuse_tensor(std::string_view name, const std::string& what, std::string_view then) const {
    refuse("tensor '" + printable(name) + "' " + what, then);
  }

  json document() const {
    if (index_.size() == 0) refuse("is empty", "copy or download it again");
    if (index_.size() > longest_index)
      refuse("is " + std::to_string(index_.size()) + " bytes long, above the limit of 100 MB for an index", remedy);
    const std::vector<std::byte> bytes = index_.read(0, index_.size());
    index_.require_unchanged();
    if (as_text(bytes).starts_with("version https://git-lfs"))
      refuse("is a Git LFS pointer, not the file itself", "fetch the file with 'git lfs pull'");
    try {
      return parse_strictly(as_text(bytes));
    } catch (const json_fault& fault) {
      switch (fault.what) {
      case json_fault::kind::too_deep:
        refuse("is nested too deeply below '" + printable(fault.member) + '\'', rewrite);
      case json_fault::kind::key_twice:
        if (fault.member == "weight_map" && fault.depth == 2) refuse_tensor(fault.key, "is listed twice", rewrite);
        refuse("has the key '" + printable(fault.key) + "' twice", rewrite);
      case json_fault::kind::malformed:
        break;
      }
      refuse("is not valid JSON (" + fault.reason + ')', rewrite);
    }
  }

  void check_file_name(const std::string& tensor, const std::string& name) const {
    const std::filesystem::path path(name);
    if (name.size() > longest_file_name || has_control_characters(name) || !path.has_filename())
      refuse_tensor(tensor, "is mapped to '" + printable(name) + "', which is no file name", rewrite);
    if (path.is_absolute() || leaves_its_folder(path))
      refuse_tensor(tensor, "is mapped to '" + printable(name) + "', outside the folder of the index",
                    "an index names files beside it: put them there and correct the index");
  }

  const input_file& index_;
};

} // namespace

bool is_safetensors_index(std::span<const std::byte> bytes) {
  // A safetensors file begins with the length of its header as 8 bytes, of which the last are zero.
  const std::string_view text = as_text(bytes);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{' && text.substr(0, 8).find('\0') == text.npos;
}

std::map<std::string, std::string, std::less<>> parse_checkpoint_index(const input_file& index) {
  return index_parser(index).parse();
}

} // namespace mixcert
