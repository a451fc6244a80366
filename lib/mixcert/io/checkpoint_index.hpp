// Which file of a sharded checkpoint holds which tensor.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "mixcert/io/input_file.hpp"

namespace mixcert {

/// Whether the bytes begin as a JSON object, which no safetensors file does.
bool is_safetensors_index(std::span<const std::byte> bytes);

/// The `weight_map` of a MODEL.safetensors.index.json: the file's name by the tensor's, in the folder of the index.
/// Other keys of the document are ignored.
///
/// Guaranteed of the result: file names are at most 255 bytes long, have no control characters, are relative and lead
/// to the index's folder or below it, as far as they themselves say (what is there may be a link, as in the caches of
/// model hubs). Anything else throws input_error that names the index, the tensor where there is one, what is wrong and
/// what to do; so do keys given twice anywhere, an index longer than 100 MB, and whatever is not JSON in UTF-8.
std::map<std::string, std::string, std::less<>> parse_checkpoint_index(const input_file& index);

} // namespace mixcert
