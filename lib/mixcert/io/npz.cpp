#include "mixcert/io/npz.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <boost/crc.hpp>

#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/npy_header.hpp"

namespace mixcert {

namespace {

std::uint32_t crc_32(const file_range& range) {
  constexpr std::size_t block = 1 << 20;
  boost::crc_32_type crc;
  for (std::size_t at = 0; at < range.size(); at += block) {
    const auto bytes = range.read(at, std::min(block, range.size() - at));
    crc.process_bytes(bytes.data(), bytes.size());
  }
  return crc.checksum();
}

} // namespace

npz_file::npz_file(std::filesystem::path file) : contents_(std::move(file)) {
  constexpr std::string_view extension = ".npy";
  const std::string label = tensor_label(path(), "");
  if (contents_.size() == 0) throw input_error(label + "is empty; copy or download it again");
  const auto members = parse_zip_directory(label, contents_);
  for (const auto& [name, member] : members)
    if (name.ends_with(extension)) members_.emplace(name.substr(0, name.size() - extension.size()), member);
  if (members_.empty() && !members.empty())
    throw input_error(label + "is a ZIP archive without NumPy arrays (a PyTorch .pt file is one, too); save the " +
                      "tensors with numpy.savez or a safetensors library");
}

std::vector<std::string> npz_file::names() const {
  std::vector<std::string> names;
  for (const auto& [name, member] : members_) names.push_back(name);
  return names;
}

std::vector<std::size_t> npz_file::shape(std::string_view name) const {
  return parse_npy_header(tensor_label(path(), name), member(name)).shape;
}

tensor npz_file::read(std::string_view name, std::span<const std::size_t> leading_index) const {
  tensor slice = parse_npy(path(), std::string(name), member(name), leading_index);
  contents_.require_unchanged();
  return slice;
}

file_range npz_file::member(std::string_view name) const {
  const auto found = members_.find(name);
  if (found == members_.end()) refuse_unknown_tensor(path(), name, names());
  const zip_member& entry = found->second;
  const auto refuse = [&](const std::string& what) { throw input_error(tensor_label(path(), name) + what); };
  if (entry.is_encrypted) refuse("is encrypted; save it with numpy.savez");
  if (entry.method != 0) refuse("is compressed; save it with numpy.savez instead of numpy.savez_compressed");
  const file_range member(contents_, entry.begin, entry.stored_size);
  if (crc_32(member) != entry.crc32)
    refuse("is damaged: its CRC-32 is not the one in the archive; copy or download the file again");
  return member;
}

} // namespace mixcert
