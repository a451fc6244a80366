// The normalised softmax to first order over a box, by what does not depend on how R and C share a factor.
#pragma once

#include "mixcert/mixer/detail/normalised_softmax.hpp"
#include "mixcert/scalar/slope_form.hpp"

#include <functional>
#include <string>

namespace mixcert {

/// As the general one, for forms. P = R P0 C does not change when R is multiplied and C divided by a number, so only
/// the differences of the derivatives dlog R, those of dlog C, and their sums dlog R_j + dlog C_k are kept. A division
/// then takes differences of averages, which shrink what is enclosed as the iteration itself contracts, where averages
/// by themselves add up widths with the number of divisions (theorem T18 f).
template <> class normalised_softmax<slope_form> {
 public:
  /// Throws not_certified, later, where the clamp divides at some state of the box.
  normalised_softmax(const context<slope_form>& context, const matrix<slope_form>& logits,
                     const sum_floor<slope_form>& floor, std::string remedy);

  void normalise_columns();
  void normalise_rows();
  void alternate(std::size_t iterations);
  slope_form value(std::size_t j, std::size_t k) const;
  std::vector<slope_form> derivative(std::size_t j, std::size_t k) const;

 private:
  using gradient = std::vector<slope_form>; ///< by the n^2 logits

  /// R or C: its values at the midpoint, and the differences of the gradients of its logarithms.
  struct scaling {
    std::vector<interval> value;
    matrix<gradient> difference;
  };

  /// What a division does to `own` scaling a: weights w_ab of `other` scaling b and what is kept of the old one, which
  /// sum to one, and sum_b w_ab dlog P0.
  struct average {
    std::vector<slope_form> weight;
    slope_form kept;
    gradient source;
  };

  using place = std::function<std::pair<std::size_t, std::size_t>(std::size_t a, std::size_t b)>; ///< j and k

  void normalise(scaling& own, scaling& other, const char* what, const place& at);
  average average_of(const scaling& own, const scaling& other, std::size_t a, const place& at) const;
  gradient difference_of(const average& p, const average& q, std::size_t a, std::size_t b, const scaling& other,
                         const place& at) const;
  void require_not_clamped(std::size_t a, const division_name& name, const place& at) const;
  slope_form logarithm(const interval& centre, const gradient& g) const;
  slope_form entry(std::size_t j, std::size_t k) const; ///< in the variables of the logits
  slope_form outer(const slope_form& f) const;

  matrix<slope_form> logits_; ///< in the variables of the state
  std::size_t n_;
  slope_form zero_, one_;
  interval epsilon_;
  slope_form clamp_;
  std::string remedy_;
  std::vector<double> radius_; ///< of each logit: the variables in which all below is kept are the logits' own
  floored_softmax<slope_form> start_;
  scaling R_, C_;
  matrix<gradient> sum_; ///< of dlog R_j and dlog C_k
};

} // namespace mixcert
