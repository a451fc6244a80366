// A mixer's numbers and derivatives at a state, enclosed.
#pragma once

#include "mixcert/certificate/checker/interval_matrix.hpp"
#include "mixcert/certificate/checker/mixer.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::checker {

/// r, bend and the mean of one normalisation (see `normalisation`).
struct normalised {
  interval factor, bend, mean;
};

/// One for the state, or one for each stream. Throws not_established where there may be no derivative.
std::vector<normalised> normalise(const router& route, const site& where, mpfr_prec_t bits);

/// The exact products <w, y> of the router's weights: weights x 1, or weights x n for single streams.
class weight_products {
 public:
  weight_products(const router& route, const site& where);
  /// With stream s, where streams are single.
  const rational& operator()(std::size_t weight, std::size_t stream) const;

 private:
  std::size_t streams_;
  std::vector<rational> values_;
};

/// A head at the state.
struct head_values {
  std::vector<interval> numbers, outputs;
  interval_matrix by_feature;        ///< outputs x features
  interval_matrix feature_by_number; ///< features x numbers
};

head_values evaluate(const head& h, const router& route, const weight_products& products,
                     const std::vector<normalised>& norms, mpfr_prec_t bits);

/// Derivatives of outputs by numbers.
interval_matrix by_number(const head_values& values, mpfr_prec_t bits);

} // namespace mixcert::checker
