// Matrices in the Matrix Market exchange format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// Every entry of the matrix that the file names is within the radius of its midpoint.
struct matrix_market_data {
  tensor midpoint;            ///< shape [rows,columns], type f64; sha256 is that of its values
  std::vector<double> radius; ///< in the midpoint's order; empty when every entry is exactly its midpoint
};

/// Whether the bytes begin as every Matrix Market file does.
bool is_matrix_market(std::span<const std::byte> bytes);

/// The matrix of a file `%%MatrixMarket matrix coordinate|array real|integer|pattern
/// general|symmetric|skew-symmetric`, as a dense one; entries that the file does not list are 0, those of a pattern are
/// 1. Extents may be zero. The entries are the decimal numbers of the file, not binary64 numbers near them: see
/// parse_number_ball for how they are written and enclosed. Comments and empty lines may stand anywhere below the first
/// line; lines may end in CR LF.
///
/// Throws input_error naming the file, the line and a remedy: for whatever the format does not allow (of symmetric
/// matrices only the lower triangle is listed, of skew-symmetric ones not the diagonal), complex and Hermitian
/// matrices, entries listed twice (the format leaves open what they mean), indices out of range, too few or too many
/// entries, numbers that parse_number_ball refuses, and a matrix that is larger than the machine's memory. Before the
/// entries are found to be as many as announced, no more memory is taken than a multiple of the file's size.
matrix_market_data read_matrix_market(const std::filesystem::path& file);

} // namespace mixcert
