// "Did you mean …?"
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// At most `most` of the available names that `wanted` may have meant, nearest first, names equally near in
/// alphabetical order; empty when nothing is near. Near are names a few edits away (insert, delete, replace or swap
/// bytes; the case of ASCII letters does not matter) and names that share a long beginning or ending, such as a missing
/// prefix. Names of more than 256 bytes, and
/// names beyond as many as take about a second to compare, are near none.
std::vector<std::string> near_names(std::string_view wanted, const std::vector<std::string>& available,
                                    std::size_t most = 3);

/// "did you mean 'NAME'? " with the nearest of the available names, or nothing where none is near.
std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& available);

/// Throws input_error that the file holds no tensor of that name, with near names among those it holds, or a few of
/// them.
[[noreturn]] void refuse_unknown_tensor(const std::filesystem::path& file, std::string_view name,
                                        const std::vector<std::string>& available);

} // namespace mixcert
