// What a Matrix Market file says about itself.
#pragma once

#include <cstddef>
#include <string>

#include "mixcert/io/line_reader.hpp"

namespace mixcert {

/// Which entries are in the file.
enum class matrix_market_layout { coordinate, array };
/// What they are.
enum class matrix_market_field { real, integer, pattern };
/// Which others follow from them.
enum class matrix_market_symmetry { general, symmetric, skew_symmetric };

/// What the first lines of a Matrix Market file say.
struct matrix_market_header {
  matrix_market_layout layout = matrix_market_layout::coordinate;    ///< all entries, or those other than zero
  matrix_market_field field = matrix_market_field::real;             ///< what they are
  matrix_market_symmetry symmetry = matrix_market_symmetry::general; ///< which others follow
  std::size_t rows = 0;                                              ///< of the matrix
  std::size_t columns = 0;                                           ///< of the matrix
  std::size_t entries = 0;                                           ///< that the file lists

  /// "ROWS x COLUMNS".
  std::string size() const;
};

/// Reads the first line and the line that gives the size, in any case of letters. Guaranteed of the result: rows times
/// columns fits std::size_t and is at least `entries`; a symmetric or skew-symmetric matrix is square; an array lists
/// all its entries or those of the triangle. Anything else, and complex or Hermitian matrices, throws input_error
/// naming line and remedy.
matrix_market_header read_matrix_market_header(line_reader& lines);

} // namespace mixcert
