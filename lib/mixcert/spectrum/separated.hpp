// Second-order enclosures of singular values that are separated from the others, alone or as a group.
#pragma once

#include "mixcert/spectrum/enclosure.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mixcert {

/// Consecutive singular values sigma_first, ..., sigma_(first + count - 1) (counted from 0), and what theorem T6 (c)
/// needs to know of their columns U', V' and approximations S'. All values are those of the exact numbers given.
struct separated_group {
  std::size_t first, count;       ///< of the values, from 0
  std::vector<mp_float> rayleigh; ///< the diagonal of an M' near M = (U'^T C V' + V'^T C^T U') / 2, descending
  double residual;                ///< r >= sqrt((||C V' - U' S'||_F^2 + ||C^T U' - V' S'||_F^2) / 2)
  double coupling;                ///< o >= ||M - diag(rayleigh)|| in the order of the columns
};

/// omega >= ||U'^T U' + V'^T V' - 2 I|| / 2 for every group, from the defects of all columns.
double group_defect(const svd_defects& defects);

/// The groups worth sharpening: connected components of overlapping enclosures in which some value is wider than
/// 2^-places of its upper end; a component that is too near to a neighbour for its residual is joined with it, and one
/// that `sharpen` has nothing for is left out. The numbers of a group are evaluated with `bits` places, or those of the
/// finest number given. `values` are the enclosures of theorem T6 (a) for C and svd, min(rows, cols) of them; C has
/// finite entries.
std::vector<separated_group> find_separated(const matrix<mp_float>& C, const svd_guess<mp_float>& svd,
                                            const svd_defects& defects, const std::vector<mp_interval>& values,
                                            mpfr_prec_t places, mpfr_prec_t bits);

/// The enclosures of the values of a group: those in `values` (T6 (a), of a matrix that is square or not), intersected
/// with those of theorem T6 (c). Nothing when the group is not as separated as its bounds ask for, or when its vectors
/// may belong to other values. Throws std::invalid_argument unless group.rayleigh is descending, and not_certified when
/// an intersection is empty, for then some bound is false.
std::optional<std::vector<mp_interval>> sharpen(const std::vector<mp_interval>& values, const separated_group& group,
                                                double defect, bool square);

} // namespace mixcert
