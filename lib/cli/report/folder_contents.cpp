#include "folder_contents.hpp"

#include "mixcert/batch/directory.hpp"
#include "mixcert/batch/parts.hpp"
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <system_error>

namespace mixcert::report {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

} // namespace

folder_contents contents_of(const fs::path& folder) {
  folder_contents r;
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw input_error(printable(folder.string()) +
                      ": is no folder; name one that mixcert batch wrote, or that holds certificates");
  for (const fs::path& part : parts_of(folder))
    if (fs::exists(manifest_file(part), error)) r.batches.push_back(part);
  const auto belongs_to_a_batch = [&](const fs::path& file) {
    return std::ranges::any_of(r.batches, [&](const fs::path& b) { return is_below(file, certificates_folder(b)); });
  };
  fs::recursive_directory_iterator at(folder, error), end;
  for (; !error && at != end; at.increment(error)) {
    const fs::path& file = at->path();
    if (file.extension() != ".json" || !at->is_regular_file(error)) continue;
    if (belongs_to_a_batch(file))
      r.of_states.emplace(file.filename().string(), file);
    else if (std::ranges::none_of(r.batches, [&](const fs::path& b) { return file == manifest_file(b); }))
      r.documents.push_back(file);
  }
  if (error) throw input_error(printable(folder.string()) + ": cannot be read: " + error.message());
  std::ranges::sort(r.documents);
  return r;
}

} // namespace mixcert::report
