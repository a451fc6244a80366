#include "mixcert/io/address.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "mixcert/error.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

bool exists(std::string_view file) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(file), ignored);
}

/// The colon before the tensor's name, or npos.
std::size_t separator(std::string_view address) {
  if (exists(address)) return address.npos;
  const std::size_t last = address.rfind(':');
  for (std::size_t colon = last; colon != address.npos && colon > 0; colon = address.rfind(':', colon - 1))
    if (exists(address.substr(0, colon))) return colon;
  return last;
}

/// Splits a trailing [i,j] off a tensor's name; a name that ends otherwise has no index.
std::vector<std::size_t> take_index(std::string& name, std::string_view address, std::string_view kind) {
  if (!name.ends_with(']')) return {};
  const auto malformed = [&] {
    const std::string of = kind == "trajectory" ? "FILE:" : "TENSOR";
    return input_error(std::string(kind) + " '" + printable(address) +
                       "': write leading indices, whole numbers from 0, as " + of + "[i] or " + of + "[i,j]");
  };
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos) throw malformed();
  std::vector<std::size_t> index;
  const char *at = name.data() + open + 1, *end = name.data() + name.size() - 1;
  while (true) {
    std::size_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) throw malformed();
    index.push_back(value);
    if (next == end) break;
    if (*next != ',') throw malformed();
    at = next + 1;
  }
  name.resize(open);
  return index;
}

} // namespace

tensor_address parse_address(std::string_view address, std::string_view kind) {
  const std::size_t colon = separator(address);
  tensor_address parts{address.substr(0, colon), "", {}};
  if (parts.file.empty()) throw input_error(std::string(kind) + " '" + printable(address) + "': write FILE:TENSOR");
  if (colon == address.npos) {
    const std::string_view file = address.substr(0, address.rfind('['));
    if (address.ends_with(']') && !exists(address) && exists(file))
      throw input_error(printable(address) + ": no such file; leading indices follow a colon, as in " +
                        printable(file) + ":" + printable(address.substr(file.size())));
    return parts;
  }
  parts.tensor = address.substr(colon + 1);
  parts.index = take_index(parts.tensor, address, kind);
  return parts;
}

std::string only_name(const std::filesystem::path& file, const std::vector<std::string>& names, std::string_view kind) {
  if (names.size() == 1) return names.front();
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 5); ++i)
    some += (i == 0 ? "" : ", ") + printable(names[i]);
  throw input_error(file.string() + ": holds " + std::to_string(names.size()) + " tensors (" + some +
                    (names.size() > 5 ? ", ..." : "") + "); name the " + std::string(kind) + " as FILE:TENSOR");
}

void require_axes(std::size_t wanted, const std::filesystem::path& file, std::string_view name,
                  std::span<const std::size_t> shape, std::span<const std::size_t> index, std::string_view meaning) {
  const std::size_t axes = shape.size();
  if (axes == index.size() + wanted) return;
  const std::string how = name.empty() ? "FILE:[i,...]" : "TENSOR[i,...]";
  throw input_error(tensor_label(file, name) + "has shape " + printable(shape) + "; " + std::string(meaning) + ", so " +
                    (axes < wanted ? "this is none"
                     : axes == wanted
                         ? "give no index"
                         : "pick one with " + std::to_string(axes - wanted) + " leading indices (" + how + ")"));
}

} // namespace mixcert
