// A real matrix, from whatever file holds one.
#pragma once

#include <string_view>
#include <vector>

#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// Every entry of the matrix that the file names is within the radius of its value.
struct matrix_data {
  tensor values;              ///< shape [rows,columns]; either may be zero
  std::vector<double> radius; ///< in the order of the values; empty when every entry is exactly its value
};

/// The matrix that `FILE`, `FILE:TENSOR`, `FILE:TENSOR[i]`, ... names (see parse_address): of a safetensors file or an
/// .npz archive the named tensor, or the only one; of a .npy file its array; of both, leading indices pick from more
/// axes than two; or a Matrix Market file's matrix, the only one that may have radii. What kind of file it is, its
/// first bytes say, not its name. Throws input_error, naming the file, the tensor where there is one and a remedy, for
/// any other file, for what the readers refuse, and for an array that does not have two axes left.
matrix_data read_matrix(std::string_view address);

/// Throws input_error, whose message says what is wrong with the radii but not where they are from, unless they have
/// the shape of the matrix they are around and are not negative.
void require_radii(const tensor& radii, const tensor& around);

} // namespace mixcert
