// Mixing matrices that are Kronecker products of doubly stochastic factors.
#pragma once

#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mixcert::checker {

/// Whole numbers with such a character between them. Throws refuted unless each is from `least` to `most`.
std::vector<std::size_t> whole_numbers(const std::string& text, char separator, std::size_t least, std::size_t most);

/// The sizes that the constant `factors` names, the outermost first. Throws refuted unless each is from 2 to `most` and
/// they multiply to n.
std::vector<std::size_t> factors_of(const site& at, std::size_t most);

/// A function of its own part of the routed numbers.
struct kronecker_factor {
  std::size_t size, numbers;
  std::vector<std::string> labels; ///< of the features
  std::size_t further;             ///< how many values stand behind the features
  dual_function features, matrix;  ///< matrix: of what features gives, size x size
};

/// The features of a matrix U with fixed sums of rows and columns: its entries but for the last row and column, f - 1
/// rows of f - 1; and behind them the values of all f^2.
std::vector<dual> entries_and_values(const std::vector<dual>& U, std::size_t f);
/// The other way round: derivatives of the last row and column are sums of those of the others.
std::vector<dual> from_entries_and_values(const std::vector<dual>& x, std::size_t f);
/// NAME[i,j] of these entries.
std::vector<std::string> entry_labels(const std::string& name, std::size_t f);

/// Features and outputs of a head that has its numbers: the Kronecker product U_1 x ... x U_K, or its transpose.
void set_kronecker_product(head& mix, const std::vector<kronecker_factor>& factors, bool is_transposed,
                           mpfr_prec_t bits);

} // namespace mixcert::checker
