// Matrices that NumPy saved, with what others computed of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mixcert::test {

struct reference_matrix {
  std::filesystem::path file;
  std::vector<std::size_t> shape;
  std::string dtype;
  std::vector<long double> singular_values; ///< their range is wider than binary64's
};

/// Every .npy file in the shared folder that has a .json file beside it.
std::vector<reference_matrix> reference_matrices();

/// Every .npy file there that is no matrix, or damaged.
std::vector<std::filesystem::path> unreadable_matrices();

} // namespace mixcert::test
