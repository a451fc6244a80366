// The user's own tensors, as a certificate names them.
#pragma once

#include "mixcert/certificate/checker/document.hpp"

#include <filesystem>
#include <vector>

namespace mixcert::checker {

/// Folders in which the files that a certificate names are looked for, in this order.
using data_folders = std::vector<std::filesystem::path>;

/// What a certificate of one state speaks of, in numbers.
struct mixer_data {
  site where;                                       ///< parameters and state
  std::optional<std::vector<double>> branch_output; ///< y, with the write gate
  std::optional<std::vector<rational>> radius;      ///< of each entry of the state
};

/// What a certificate of a matrix speaks of, in numbers.
struct matrix_data {
  std::vector<double> values; ///< row by row
  std::vector<double> radius; ///< empty where there is none
};

/// Throws refuted when a tensor is not the one named: by its shape, type, or SHA-256; or no complete list of the
/// mixer's tensors under the site's name. Throws input_error when a file is missing or unreadable.
mixer_data load(const site_record& record, const data_folders& folders);
matrix_data load(const matrix_record& record, const data_folders& folders);
/// The numbers of a tensor of that shape, row by row. Throws as above.
std::vector<double> load(const tensor_record& record, std::size_t rows, std::size_t cols, const data_folders& folders);

} // namespace mixcert::checker
