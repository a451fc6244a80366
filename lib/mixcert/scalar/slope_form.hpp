// Functions of a state, to first order over a box around it.
#pragma once

#include "mixcert/scalar/context.hpp"
#include "mixcert/scalar/interval.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace mixcert {

/// A real function f of x' = x + r o u, where |u_c| <= 1 for each entry c of the state and r >= 0 holds the radii of
/// the box, known by enclosures of
///   f(x) in centre(),   f(x') in range(),   f(x') - f(x) in sum_m e_m slopes()[m] + untracked()
/// for every x' of the box, with the variables e_m = e_m(x') in [-1, 1] of the context (a slope that is not there is
/// zero). Widths of slopes are of second order in the radii, so that long recursions do not add up widths as intervals
/// do (theorem T18 a). Every operation below returns a form that holds for its result; where an interval operation
/// throws std::domain_error, so does this one.
class slope_form {
 public:
  /// The same number at every state of the box.
  explicit slope_form(const interval& constant);
  /// From its parts; the range is the intersection of the natural one and of what the others give.
  slope_form(interval centre, const interval& natural_range, std::vector<interval> slopes, interval untracked);
  /// Entry `index` of the state.
  static slope_form entry(std::size_t index, double value, double radius);

  const interval& centre() const { return centre_; }              ///< the value at the state itself
  const interval& range() const { return range_; }                ///< of all values over the box
  const std::vector<interval>& slopes() const { return slopes_; } ///< of the state's entries, in the order of the box
  const interval& untracked() const { return untracked_; }        ///< what no slope accounts for
  /// The slope of variable m.
  interval slope(std::size_t m) const { return m < slopes_.size() ? slopes_[m] : interval(0.0); }
  bool is_constant() const { return slopes_.empty() && is_exact_zero(untracked_); }
  /// Which entry of the state this is, if it is one.
  std::optional<std::size_t> entry() const { return entry_; }

  /// Outward, to first order (theorem T18).
  slope_form& operator+=(const slope_form& y);
  slope_form& operator-=(const slope_form& y);
  slope_form& operator*=(const slope_form& y);
  slope_form& operator/=(const slope_form& y);

 private:
  interval centre_, range_, untracked_;
  std::vector<interval> slopes_;
  std::optional<std::size_t> entry_;
};

/// e = sum_c weights[c] u[first + c] + remainder with sum |weights| + |remainder| <= 1.
struct state_variable {
  std::size_t first;             ///< the first entry of the state that it is made of
  std::vector<interval> weights; ///< of that entry and those after it
  interval remainder;            ///< of what is no combination of entries
};

/// Makes forms, and keeps the variables that inner products with the state introduce.
template <> struct context<slope_form> {
  slope_form exact(double x) const { return slope_form(interval(x)); } ///< without slopes
  /// See slope_form::entry.
  slope_form entry(std::size_t index, double value, double radius) const {
    return slope_form::entry(index, value, radius);
  }
  /// Shared by all forms of one evaluation.
  std::shared_ptr<std::vector<state_variable>> variables = std::make_shared<std::vector<state_variable>>();
};

/// Outward, to first order (theorem T18); of functions the slopes are enclosures of the derivative over the range.
slope_form operator-(const slope_form& x);
slope_form operator+(const slope_form& x, const slope_form& y);
slope_form operator-(const slope_form& x, const slope_form& y);
slope_form operator*(const slope_form& x, const slope_form& y);
slope_form operator/(const slope_form& x, const slope_form& y);
slope_form sqr(const slope_form& x);
slope_form fma(const slope_form& x, const slope_form& y, const slope_form& z);
slope_form pown(const slope_form& x, int n);
slope_form sqrt(const slope_form& x);
slope_form abs(const slope_form& x);
slope_form min(const slope_form& x, const slope_form& y);
slope_form max(const slope_form& x, const slope_form& y);
slope_form exp(const slope_form& x);
slope_form log(const slope_form& x);
slope_form tanh(const slope_form& x);
slope_form sech(const slope_form& x);
slope_form sigmoid(const slope_form& x);

/// An upper bound of |f(x') - f(x)| over the box; inf where there is none.
double largest_change(const slope_form& f);

/// Of the ranges.
inline bool certainly_less(const slope_form& x, const slope_form& y) { return certainly_less(x.range(), y.range()); }
inline bool certainly_less_equal(const slope_form& x, const slope_form& y) {
  return certainly_less_equal(x.range(), y.range());
}
inline bool possibly_less(const slope_form& x, const slope_form& y) { return possibly_less(x.range(), y.range()); }
inline bool possibly_less_equal(const slope_form& x, const slope_form& y) {
  return possibly_less_equal(x.range(), y.range());
}
/// Zero at every state of the box.
inline bool is_exact_zero(const slope_form& x) { return is_exact_zero(x.range()); }

/// sum_c a[c] x[c] as a variable of its own, where a holds constants and x neighbouring entries of the state.
slope_form inner_product(const context<slope_form>& context, const slope_form* a, const slope_form* x,
                         std::size_t count);
slope_form inner_product(const context<slope_form>& context, const double* a, const slope_form* x, std::size_t count);
/// sum_c x[c]^2, likewise.
slope_form squared_norm(const context<slope_form>& context, const slope_form* x, std::size_t count);

} // namespace mixcert
