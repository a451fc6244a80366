#include "mixcert/scalar/slope_form.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

/// [-bound, bound]; the whole line when there is no bound.
interval around_zero(double bound) { return {-bound, bound}; }

/// What both hold. Both hold the same number, so that there is something.
interval common(const interval& x, const interval& y) {
  return {std::max(x.lower(), y.lower()), std::min(x.upper(), y.upper())};
}

/// a x + b y, slope by slope.
std::vector<interval> combination(const interval& a, const std::vector<interval>& x, const interval& b,
                                  const std::vector<interval>& y) {
  std::vector<interval> r(std::max(x.size(), y.size()), interval(0.0));
  for (std::size_t m = 0; m < x.size(); ++m) r[m] = a * x[m];
  for (std::size_t m = 0; m < y.size(); ++m) r[m] += b * y[m];
  return r;
}

/// a x, slope by slope.
std::vector<interval> multiple(const interval& a, std::vector<interval> x) {
  for (interval& slope : x) slope *= a;
  return x;
}

/// f(x') - f(x) = factor (x' - x).
slope_form composed(interval centre, const interval& range, const interval& factor, const slope_form& x) {
  if (x.is_constant()) return slope_form(centre);
  return {centre, range, multiple(factor, x.slopes()), factor * x.untracked()};
}

/// The larger or the smaller: its change lies between those of x and y.
slope_form either(interval centre, const interval& range, const slope_form& x, const slope_form& y) {
  std::vector<interval> slopes;
  for (std::size_t m = 0; m < std::max(x.slopes().size(), y.slopes().size()); ++m)
    slopes.push_back(hull(x.slope(m), y.slope(m)));
  return {centre, range, std::move(slopes), hull(x.untracked(), y.untracked())};
}

/// A function that changes by sum_c weights[c] u[first + c] + remainder.
slope_form with_new_variable(const context<slope_form>& context, const interval& centre, const interval& range,
                             std::size_t first, std::vector<interval> weights, const interval& remainder) {
  double size = magnitude(remainder);
  for (const interval& w : weights) size = add_up(size, magnitude(w));
  if (size == 0) return slope_form(centre);
  if (!(size < std::numeric_limits<double>::infinity())) return {centre, range, {}, around_zero(size)};
  const interval scale(size);
  for (interval& w : weights) w /= scale;
  std::vector<interval> slopes(context.variables->size(), interval(0.0));
  slopes.push_back(scale);
  context.variables->push_back({first, std::move(weights), remainder / scale});
  return {centre, range, std::move(slopes), interval(0.0)};
}

/// Whether the forms are the entries first, first + 1, ... of the state.
bool are_neighbours(const slope_form* x, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c)
    if (!x[c].entry() || *x[c].entry() != *x[0].entry() + c) return false;
  return count > 0;
}

} // namespace

slope_form::slope_form(const interval& constant) : centre_(constant), range_(constant), untracked_(0.0) {}

slope_form::slope_form(interval centre, const interval& natural_range, std::vector<interval> slopes, interval untracked)
    : centre_(centre), range_(natural_range), untracked_(untracked), slopes_(std::move(slopes)) {
  range_ = common(range_, centre_ + around_zero(largest_change(*this)));
  if (!mixcert::is_exact_zero(range_)) return;
  centre_ = untracked_ = interval(0.0);
  slopes_.clear();
}

slope_form slope_form::entry(std::size_t index, double value, double radius) {
  const interval centre(value), change(-radius, radius);
  slope_form x(centre, centre + change, {}, change);
  x.entry_ = index;
  return x;
}

slope_form& slope_form::operator+=(const slope_form& y) { return *this = *this + y; }
slope_form& slope_form::operator-=(const slope_form& y) { return *this = *this - y; }
slope_form& slope_form::operator*=(const slope_form& y) { return *this = *this * y; }
slope_form& slope_form::operator/=(const slope_form& y) { return *this = *this / y; }

double largest_change(const slope_form& f) {
  double sum = magnitude(f.untracked());
  for (const interval& slope : f.slopes()) sum = add_up(sum, magnitude(slope));
  return sum;
}

slope_form operator-(const slope_form& x) { return composed(-x.centre(), -x.range(), interval(-1.0), x); }

slope_form operator+(const slope_form& x, const slope_form& y) {
  const interval one(1.0);
  return {x.centre() + y.centre(), x.range() + y.range(), combination(one, x.slopes(), one, y.slopes()),
          x.untracked() + y.untracked()};
}

slope_form operator-(const slope_form& x, const slope_form& y) {
  const interval one(1.0);
  return {x.centre() - y.centre(), x.range() - y.range(), combination(one, x.slopes(), -one, y.slopes()),
          x.untracked() - y.untracked()};
}

// x'y' - xy = (x' - x) y' + x (y' - y)
slope_form operator*(const slope_form& x, const slope_form& y) {
  if (x.is_constant()) return composed(x.centre() * y.centre(), x.range() * y.range(), x.centre(), y);
  if (y.is_constant()) return composed(x.centre() * y.centre(), x.range() * y.range(), y.centre(), x);
  return {x.centre() * y.centre(), x.range() * y.range(), combination(y.range(), x.slopes(), x.centre(), y.slopes()),
          y.range() * x.untracked() + x.centre() * y.untracked()};
}

// x'/y' - x/y = ((x' - x) - (x/y) (y' - y)) / y'
slope_form operator/(const slope_form& x, const slope_form& y) {
  const interval quotient = x.centre() / y.centre(), one(1.0);
  std::vector<interval> slopes = combination(one, x.slopes(), -quotient, y.slopes());
  for (interval& slope : slopes) slope /= y.range();
  return {quotient, x.range() / y.range(), std::move(slopes), (x.untracked() - quotient * y.untracked()) / y.range()};
}

slope_form sqr(const slope_form& x) { return composed(sqr(x.centre()), sqr(x.range()), x.range() + x.centre(), x); }

slope_form fma(const slope_form& x, const slope_form& y, const slope_form& z) { return x * y + z; }

slope_form pown(const slope_form& x, int n) {
  return composed(pown(x.centre(), n), pown(x.range(), n), interval(n) * pown(x.range(), n - 1), x);
}

slope_form sqrt(const slope_form& x) {
  const interval centre = sqrt(x.centre()), range = sqrt(x.range());
  if (x.is_constant()) return slope_form(centre);
  return composed(centre, range, interval(1.0) / (range + centre), x);
}

slope_form abs(const slope_form& x) {
  const interval zero(0.0);
  if (certainly_less_equal(zero, x.range())) return x;
  if (certainly_less_equal(x.range(), zero)) return -x;
  return composed(abs(x.centre()), abs(x.range()), interval(-1.0, 1.0), x);
}

slope_form min(const slope_form& x, const slope_form& y) {
  if (certainly_less_equal(x, y)) return x;
  if (certainly_less_equal(y, x)) return y;
  return either(min(x.centre(), y.centre()), min(x.range(), y.range()), x, y);
}

slope_form max(const slope_form& x, const slope_form& y) {
  if (certainly_less_equal(x, y)) return y;
  if (certainly_less_equal(y, x)) return x;
  return either(max(x.centre(), y.centre()), max(x.range(), y.range()), x, y);
}

slope_form exp(const slope_form& x) { return composed(exp(x.centre()), exp(x.range()), exp(x.range()), x); }

slope_form log(const slope_form& x) { return composed(log(x.centre()), log(x.range()), interval(1.0) / x.range(), x); }

slope_form tanh(const slope_form& x) { return composed(tanh(x.centre()), tanh(x.range()), sqr(sech(x.range())), x); }

slope_form sech(const slope_form& x) {
  return composed(sech(x.centre()), sech(x.range()), -(sech(x.range()) * tanh(x.range())), x);
}

slope_form sigmoid(const slope_form& x) {
  return composed(sigmoid(x.centre()), sigmoid(x.range()), sigmoid(x.range()) * sigmoid(-x.range()), x);
}

slope_form inner_product(const context<slope_form>& context, const slope_form* a, const slope_form* x,
                         std::size_t count) {
  const bool constants = std::all_of(a, a + count, [](const slope_form& w) { return w.is_constant(); });
  if (!constants || !are_neighbours(x, count)) {
    slope_form sum = context.exact(0);
    for (std::size_t c = 0; c < count; ++c) sum += a[c] * x[c];
    return sum;
  }
  interval centre(0.0), range(0.0);
  std::vector<interval> weights;
  for (std::size_t c = 0; c < count; ++c) {
    centre += a[c].centre() * x[c].centre();
    range += a[c].range() * x[c].range();
    weights.push_back(a[c].centre() * interval(magnitude(x[c].untracked())));
  }
  return with_new_variable(context, centre, range, *x[0].entry(), std::move(weights), interval(0.0));
}

slope_form inner_product(const context<slope_form>& context, const double* a, const slope_form* x, std::size_t count) {
  std::vector<slope_form> constants;
  for (std::size_t c = 0; c < count; ++c) constants.push_back(context.exact(a[c]));
  return inner_product(context, constants.data(), x, count);
}

// ||x'||^2 - ||x||^2 = 2 <x, x' - x> + ||x' - x||^2
slope_form squared_norm(const context<slope_form>& context, const slope_form* x, std::size_t count) {
  if (!are_neighbours(x, count)) {
    slope_form sum = context.exact(0);
    for (std::size_t c = 0; c < count; ++c) sum += sqr(x[c]);
    return sum;
  }
  const interval two(2.0);
  interval centre(0.0), range(0.0), remainder(0.0);
  std::vector<interval> weights;
  for (std::size_t c = 0; c < count; ++c) {
    centre += sqr(x[c].centre());
    range += sqr(x[c].range());
    weights.push_back(two * x[c].centre() * interval(magnitude(x[c].untracked())));
    remainder += sqr(x[c].untracked());
  }
  return with_new_variable(context, centre, range, *x[0].entry(), std::move(weights), remainder);
}

} // namespace mixcert
