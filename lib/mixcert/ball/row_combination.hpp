// Linear combinations of rows in double-double arithmetic: the inner loop of structured products.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/scalar/double_double.hpp"

#include <cstddef>
#include <span>

namespace mixcert {

/// A factor and the row that it multiplies, as two arrays.
struct row_term {
  double_double factor; ///< what the row is multiplied by
  const double* high;   ///< the row's larger parts
  const double* low;    ///< and what they leave
};

/// The result's rows high + low become sum_t factor_t row_t, for rows of `columns` double_double numbers: entry by
/// entry within combination_rounding(terms) sum_t |factor_t| |row_t| + terms 2^-1060 of that sum, as long as the result
/// is finite (theorem T22 b). The result must not be one of the rows. Throws std::invalid_argument for lanes that this
/// processor does not have.
void combine_rows(std::span<const row_term> terms, std::size_t columns, double* high, double* low,
                  lane_width lanes = widest_lanes());

/// An upper bound of the relative rounding of a combination of so many terms; below 2^40 of them.
double combination_rounding(std::size_t terms);

} // namespace mixcert
