// The product of the Jacobians of many sites in factored form.
#pragma once

#include "mixcert/jacobian/feedback.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {

/// J_L ... J_1 as M kron I + (I kron G) W (I kron G)^T over one list of generators G for all sites (theorem T2 d, e).
/// What it gives encloses the product of any members of the sites' enclosures.
class factored_product {
 public:
  /// Of no site yet; all will have `width` features d and be enclosed with the places of `numbers`.
  factored_product(const context<mp_interval>& numbers, std::size_t width);

  /// The Jacobian of `site` times the product so far. Its generators join the list, but for those that are there: one
  /// that is a power of two times another, or minus that, in all entries, all of them points, which is what exact data
  /// are at enough places. Any others are taken for different vectors. What the Jacobian does not depend on is left
  /// out. Throws std::invalid_argument unless it maps as many streams to as many, and as many as earlier sites have;
  /// not_certified when an entry of a generator, of a coordinate or of the frozen mixer is not bounded.
  void append(const feedback<mp_interval>& site);

  /// q: as many coordinates has a feature row. The number p of generators in the list or, where that is d or more, d of
  /// the standard basis, which takes the place of the list.
  std::size_t coordinates() const;

  /// At least one site, multiplied from the first on: O(n m (nq)^2) for each, of m sources, besides the p^2 inner
  /// products of the generators. Throws std::invalid_argument when there is none.
  feedback<mp_interval> result() const;

 private:
  /// By coordinates on those generators of the list that the site has.
  struct site_coordinates {
    matrix<mp_interval> frozen, sources;
    std::vector<matrix<mp_interval>> derivatives;
    std::vector<std::size_t> generators;
  };

  bool is_standard() const { return generators_.size() >= width_; }
  std::size_t add(const std::vector<mp_interval>& row);
  matrix<mp_interval> generators_of(const site_coordinates& site) const;
  std::vector<generator<mp_interval>> basis() const;

  context<mp_interval> numbers_;
  std::size_t width_;
  std::vector<generator<mp_interval>> generators_;
  std::vector<site_coordinates> sites_;
};

} // namespace mixcert
