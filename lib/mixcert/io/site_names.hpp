// Under which names a checkpoint stores a site's tensors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// The names, among those stored, of the tensors `specs` of site `prefix`, in their order: PREFIX.NAME or
/// PREFIX_NAME, where NAME is the published name or an alias. All names of a site begin alike: tensors of two modules
/// never mix. Where no complete site is stored so, `module.` and `_orig_mod.`, which wrappers of models put before
/// every name, are looked for too, repeated ones included.
///
/// Throws input_error, beginning with the file's name, when there is no such site (near ones are suggested), a tensor
/// is missing, or two sites or two names of one tensor fit, both of which are named.
std::vector<std::string> stored_names(const std::filesystem::path& file, const std::vector<std::string>& stored,
                                      std::string_view prefix, std::string_view mixer,
                                      const std::vector<tensor_spec>& specs);

/// All prefixes under which every tensor of `specs` is stored, sorted by byte value.
std::vector<std::string> complete_sites(const std::vector<std::string>& stored, const std::vector<tensor_spec>& specs);

} // namespace mixcert
