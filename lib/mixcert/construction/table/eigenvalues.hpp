// The eigenvalues of a rational matrix in every arithmetic, beside their closed forms.
#pragma once

#include "mixcert/construction/reproduction.hpp"
#include "mixcert/scalar/matrix.hpp"

#include <optional>

namespace mixcert::table {

/// An eigenvalue that occurs `count` times; with an imaginary part > 0 its conjugate does so too.
struct expected_eigenvalue {
  /// Of a pair above and below the real axis.
  struct imaginary_part {
    expression value, squared_modulus; ///< of the eigenvalue
  };

  expression real;                                        ///< the real part
  std::optional<imaginary_part> imaginary = std::nullopt; ///< of a pair
  std::size_t count = 1;                                  ///< how often
};

/// Real and imaginary parts of the eigenvalues of H: enclosures of them, or guesses by QR steps with 53 or 113 places.
/// Exact arithmetic has no eigenvalues: there the coefficients of the characteristic polynomial are compared. Throws
/// not_certified when not as many eigenvalues as expected were found on or above the real axis.
reproduction compare_eigenvalues(const matrix<rational>& H, const std::vector<expected_eigenvalue>& expected,
                                 const parameters& values, const arithmetic& arithmetic);

} // namespace mixcert::table
