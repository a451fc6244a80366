#include "mixcert/diagnostic/karpelevich.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace mixcert {
namespace {

/// x - i y and x + i y with x in [first, last] and y in [least, most], points all four.
struct symmetric_rectangle {
  mp_interval first, last, least, most;
};

mp_interval lower_end(const mp_interval& x) { return {mp_float(x.lower(), x.bits()), x.bits()}; }
mp_interval upper_end(const mp_interval& x) { return {mp_float(x.upper(), x.bits()), x.bits()}; }

mp_interval number(double x, const symmetric_rectangle& z) { return {x, z.first.bits()}; }

/// What is known of a part of the rectangle.
struct verdict {
  bool inside, outside;
};

/// The part of z with x in [from, to]; nothing if there is none.
std::optional<symmetric_rectangle> part(const symmetric_rectangle& z, double from, double to) {
  const mp_interval first = max(z.first, number(from, z)), last = min(z.last, number(to, z));
  if (certainly_less(last, first)) return std::nullopt;
  return symmetric_rectangle{first, last, z.least, z.most};
}

/// y^2 against the ordinate of the boundary, squared, at its least and at its greatest over the part.
verdict compare(const symmetric_rectangle& z, const mp_interval& least_square, const mp_interval& greatest_square) {
  return {certainly_less_equal(sqr(z.most), least_square), certainly_less(greatest_square, sqr(z.least))};
}

/// From the cube roots of unity to 1: |y| <= (1 - x) / sqrt 3.
verdict below_cube_root_chord(const symmetric_rectangle& z) {
  const mp_interval one = number(1, z), three = number(3, z);
  return compare(z, sqr(one - z.last) / three, sqr(one - z.first) / three);
}

/// From i to 1: |y| <= 1 - x.
verdict below_fourth_root_chord(const symmetric_rectangle& z) {
  const mp_interval one = number(1, z);
  return compare(z, sqr(one - z.last), sqr(one - z.first));
}

/// From the cube root of unity to i: y^2 <= 3 x^2 + 2 x + 1, which is least, 2/3, at x = -1/3.
verdict below_hyperbola(const symmetric_rectangle& z) {
  const mp_interval one = number(1, z), two = number(2, z), three = number(3, z);
  const mp_interval at_first = (three * z.first + two) * z.first + one, at_last = (three * z.last + two) * z.last + one;
  const mp_interval least = certainly_less_equal(three * z.last, -one)    ? at_last
                            : certainly_less_equal(-one, three * z.first) ? at_first
                                                                          : two / three;
  return compare(z, least, max(at_first, at_last));
}

/// The square of the ordinate over x in [-1, -1/2] of the arc from -1 to the cube root of unity; it increases with x.
mp_interval square_of_last_arc(const mp_interval& x) {
  const mp_interval one(1, x.bits()), two(2, x.bits()), three(3, x.bits());
  const mp_interval w = (one + x) / (one + sqrt(-(one + two * x)));
  return sqr(two * w) * (three * sqr(w - one / three) + two / three);
}

verdict below_last_arc(const symmetric_rectangle& z) {
  return compare(z, square_of_last_arc(z.first), square_of_last_arc(z.last));
}

} // namespace

membership karpelevich_membership(const complex_interval& z, std::size_t n) {
  if (n != 3 && n != 4)
    throw input_error("n = " + std::to_string(n) +
                      " has no test of eigenvalues of stochastic matrices; give n = 3 or n = 4");
  if (!is_finite(z)) return membership::undecided;
  const mp_interval size = abs(z.im);
  const symmetric_rectangle all{lower_end(z.re), upper_end(z.re), lower_end(size), upper_end(size)};
  const mp_interval one = number(1, all), half = number(0.5, all);

  std::vector<verdict> parts;
  if (certainly_less(one, all.last) || certainly_less(all.first, -one)) parts.push_back({false, true});
  if (n == 3) {
    if (const auto triangle = part(all, -0.5, 1)) parts.push_back(below_cube_root_chord(*triangle));
    if (certainly_less(all.first, -half)) // here only the segment [-1, -1/2] of the real axis
      if (part(all, -1, -0.5)) parts.push_back({is_exact_zero(all.most), certainly_less(number(0, all), all.least)});
  } else {
    if (const auto right = part(all, 0, 1)) parts.push_back(below_fourth_root_chord(*right));
    if (const auto middle = part(all, -0.5, 0)) parts.push_back(below_hyperbola(*middle));
    if (const auto left = part(all, -1, -0.5)) parts.push_back(below_last_arc(*left));
  }
  if (std::all_of(parts.begin(), parts.end(), [](const verdict& v) { return v.inside; })) return membership::yes;
  if (std::all_of(parts.begin(), parts.end(), [](const verdict& v) { return v.outside; })) return membership::no;
  return membership::undecided;
}

} // namespace mixcert
