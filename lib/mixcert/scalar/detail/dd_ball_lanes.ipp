// Included more than once: within a namespace, and perhaps for a processor's wider lanes. What is compiled with them
// has to stand here as text. T is double, or a vector of 2, 4 or 8 of them. Theorem T26 has the proofs.
#include "mixcert/ball/detail/lane_functions.ipp"

#include "mixcert/scalar/detail/double_double_lanes.ipp"

/// Every real number within `radius` of high + low, lane by lane, where high is the number nearest to high + low; so
/// |low| <= 2^-53 |high|. A radius that is infinite or NaN says nothing, and is what overflow, NaN and quotients by
/// what may be zero end in: whoever needs a bound tests !(radius <= bound). The ball of an operation's result holds the
/// exact result for all members of the operands' balls. No function branches on values.
template <class T> struct dd_ball_lanes { T high, low, radius; };

/// The same number in every lane.
template <class T> [[gnu::always_inline]] inline T in_all_lanes(double x) { return x - T{}; }

template <class T> [[gnu::always_inline]] inline T size_of(T x) { return x < 0 ? -x : x; }

/// An upper bound of what would come out without rounding, for at most twelve roundings of numbers that are not
/// negative: (1 + 2^-49) times what came out.
template <class T> [[gnu::always_inline]] inline T upward(T computed) { return computed * (1 + 0x1p-49); }

template <class Mask, class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> select(Mask first, const dd_ball_lanes<T>& a,
                                                      const dd_ball_lanes<T>& b) {
  return {first ? a.high : b.high, first ? a.low : b.low, first ? a.radius : b.radius};
}

/// a + b = sum + error, exactly, for |a| >= |b|, a = 0, or a multiple of b's last place (Dekker).
template <class T> [[gnu::always_inline]] inline void fast_two_sum(T a, T b, T& sum, T& error) {
  sum = a + b;
  error = b - (sum - a);
}

/// {x}.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> exact_ball(T x) { return {x, T{}, x - x}; }

template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> constant_ball(double high, double low = 0, double radius = 0) {
  return {in_all_lanes<T>(high), in_all_lanes<T>(low), in_all_lanes<T>(radius)};
}

/// A b for numbers a, b: a point, but for underflow.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> exact_product(T a, T b) {
  T product, error;
  two_product(a, b, product, error);
  const T size = size_of(product);
  const T lost = ((a == 0) | (b == 0) | (size >= 0x1p-960)) ? T{} : in_all_lanes<T>(0x1p-1073);
  T high, low;
  fast_two_sum(product, error, high, low);
  return {high, low, lost + (high - high)};
}

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> operator-(const dd_ball_lanes<T>& x) {
  return {-x.high, -x.low, x.radius};
}

/// T26 (b).
template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> operator+(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  T sum, lost, low_sum, low_lost, leading, rest, high, low;
  two_sum(a.high, b.high, sum, lost);
  two_sum(a.low, b.low, low_sum, low_lost);
  fast_two_sum(sum, T(lost + low_sum), leading, rest);
  fast_two_sum(leading, T(low_lost + rest), high, low);
  return {high, low, upward(T(a.radius + b.radius + size_of(high) * 0x1p-103))};
}

template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> operator-(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  return a + -b;
}

/// T26 (c).
template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> operator*(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  T product, error, high, low;
  two_product(a.high, b.high, product, error);
  fast_two_sum(product, T(error + (a.high * b.low + a.low * b.high)), high, low);
  const T size_a = size_of(a.high), of_a = size_a + a.radius, of_b = size_of(b.high) + b.radius;
  const T underflow = ((of_a == 0) | (of_b == 0)) ? T{} : in_all_lanes<T>(0x1p-1071);
  const T spread = a.radius * of_b + size_a * b.radius;
  return {high, low, upward(T(spread + size_of(high) * 0x1p-102 + underflow))};
}

/// Times an exact number: T26 (c).
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> times_exact(const dd_ball_lanes<T>& a, T b) {
  T product, error, high, low;
  two_product(a.high, b, product, error);
  fast_two_sum(product, T(error + a.low * b), high, low);
  const T underflow = ((size_of(a.high) + a.radius == 0) | (b == 0)) ? T{} : in_all_lanes<T>(0x1p-1071);
  return {high, low, upward(T(a.radius * size_of(b) + size_of(high) * 0x1p-103 + underflow))};
}

/// Times a power of two: T26 (d).
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> scaled(const dd_ball_lanes<T>& a, T power) {
  T high, low;
  fast_two_sum(T(a.high * power), T(a.low * power), high, low);
  const T underflow = ((power >= 1) | (size_of(a.high) + a.radius == 0)) ? T{} : in_all_lanes<T>(0x1p-1072);
  return {high, low, upward(T(a.radius * power + underflow)) + (high - high)};
}

/// Infinite radius where b may be zero. T26 (e).
template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> operator/(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  const T quotient = a.high / b.high;
  T product, error, high, low;
  two_product(quotient, b.high, product, error);
  const T remainder = ((a.high - product) - error) + (a.low - quotient * b.low);
  two_sum(quotient, T(remainder / b.high), high, low);
  const T least = size_of(b.high) * (1 - 0x1p-50) - b.radius;
  const T size = size_of(high);
  const T underflow = size_of(a.high) + a.radius == 0 ? T{} : in_all_lanes<T>(0x1p-1070);
  const T spread = (a.radius + (size + underflow) * b.radius + underflow) / least;
  const T radius = upward(T(spread + size * 0x1p-101 + underflow)) + (low - low);
  return {high, low, least > 0 ? radius : in_all_lanes<T>(__builtin_inf())};
}

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> sqr(const dd_ball_lanes<T>& a) { return a * a; }

/// a b + c.
template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> fma(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b,
                                                   const dd_ball_lanes<T>& c) {
  return a * b + c;
}

/// The magnitudes of the members.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> abs(const dd_ball_lanes<T>& a) {
  return select(a.high < 0, -a, a);
}

/// An upper bound of the magnitudes of the members.
template <class T> [[gnu::always_inline]] inline T magnitude(const dd_ball_lanes<T>& a) {
  return upward(T(size_of(a.high) + a.radius));
}

/// max(x, y) of the members x of a, y of b: T26 (f).
template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> max(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  dd_ball_lanes<T> r = select((a.high < b.high) | ((a.high == b.high) & (a.low < b.low)), b, a);
  const T nan = (a.radius - a.radius) + (b.radius - b.radius) + (a.high - a.high) + (b.high - b.high);
  r.radius = (a.radius < b.radius ? b.radius : a.radius) + nan;
  return r;
}

template <class T>
[[gnu::always_inline]] inline dd_ball_lanes<T> min(const dd_ball_lanes<T>& a, const dd_ball_lanes<T>& b) {
  return -max(-a, -b);
}

/// The roots of the members that have one; infinite radius where there are none. T26 (g).
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> sqrt(const dd_ball_lanes<T>& a) {
  const auto tiny = a.high < 0x1p-900;
  const T s = square_root(T(a.high <= 0 ? T{} : a.high));
  T square, error, high, low;
  two_product(s, s, square, error);
  const T correction = (((a.high - square) - error) + a.low) / (s + s);
  fast_two_sum(s, tiny ? T{} : correction, high, low);
  const T rounding = high * (tiny ? in_all_lanes<T>(0x1p-51) : in_all_lanes<T>(0x1p-102));
  const T half = a.radius * 0.5, near = half * (high / (a.high * (1 - 0x1p-49) - half));
  const T spread = ((a.high >= 0x1p-900) & (a.radius <= a.high * 0.5)) ? near : square_root(a.radius);
  const T radius = upward(T(spread + rounding));
  const auto none = a.high * (1 - 0x1p-50) < -a.radius;
  return {high, low, none ? in_all_lanes<T>(__builtin_inf()) : radius};
}

/// 2^k for an integer -1022 <= k <= 1023.
[[gnu::always_inline]] inline double power_of_two(double k) {
  const double sum = k + (0x1.8p52 + 1023);
  unsigned long long bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  bits <<= 52;
  double r;
  __builtin_memcpy(&r, &bits, sizeof r);
  return r;
}
template <class T> [[gnu::always_inline]] inline T power_of_two(T k) {
  typedef unsigned long long integers __attribute__((vector_size(sizeof(T))));
  const T sum = k + (0x1.8p52 + 1023);
  integers bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  bits = bits << 52;
  T r;
  __builtin_memcpy(&r, &bits, sizeof r);
  return r;
}

/// The integer nearest to x, or one of the two nearest, for |x| <= 2^50.
template <class T> [[gnu::always_inline]] inline T nearest_integer(T x) { return (x + 0x1.8p52) - 0x1.8p52; }

/// e^x - 1 for |x| <= 1/8, by Taylor's polynomial: T26 (h).
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> expm1_of_small(const dd_ball_lanes<T>& x) {
  constexpr double tail[] = {0x1.ae7f3e733b81fp-45, 0x1.ae7f3e733b81fp-41, 0x1.93974a8c07c9dp-37,
                             0x1.6124613a86d09p-33, 0x1.1eed8eff8d898p-29, 0x1.ae64567f544e4p-26}; // 1/16! to 1/11!
  constexpr double leading[][2] = {{0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
                                   {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
                                   {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
                                   {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
                                   {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
                                   {0x1.1111111111111p-7, 0x1.1111111111111p-63},
                                   {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                                   {0x1.5555555555555p-3, 0x1.5555555555555p-57},
                                   {0.5, 0}}; // 1/10! to 1/2!
  T sum = in_all_lanes<T>(tail[0]);
  for (int j = 1; j < 6; ++j) sum = sum * x.high + tail[j];
  dd_ball_lanes<T> y{sum, T{}, sum * 0x1p-48 + x.radius * 0x1p-28};
  for (const auto& c : leading) y = x * y + constant_ball<T>(c[0], c[1], c[0] * 0x1p-107);
  const T size = magnitude(x), square = size * size, fourth = square * square, eighth = fourth * fourth;
  y.radius = upward(T(y.radius + eighth * fourth * square * size * 0x1.9ap-49)); // what the polynomial leaves out
  return x + x * (x * y);
}

/// e^z for z = high + low, and e^z - 1 with its relative accuracy where it is small.
template <class T> struct exponentials { dd_ball_lanes<T> exp, expm1; };

/// Of high + low alone: z.radius is not read. T26 (h).
template <class T> [[gnu::always_inline]] inline exponentials<T> exponentials_of_midpoint(const dd_ball_lanes<T>& z) {
  const auto below = z.high<-1000, above = z.high> 1000;
  const T z_high = below ? in_all_lanes<T>(-1000) : (above ? in_all_lanes<T>(1000) : z.high);
  const T z_low = (below | above) ? T{} : z.low;
  const T k = nearest_integer(T(z_high * 0x1.71547652b82fep+0));
  // ln 2 = 0x1.62e42fefa38p-1 + 0x1.ef35793c76p-45 + 0x1.cc01f97b57a08p-87 + less than 2^-140
  dd_ball_lanes<T> r, rest;
  two_sum(z_high, T(-(k * 0x1.62e42fefa38p-1)), r.high, r.low);
  r.radius = T{};
  two_sum(z_low, T(-(k * 0x1.ef35793c76p-45)), rest.high, rest.low);
  two_sum(rest.high, T(rest.low - k * 0x1.cc01f97b57a08p-87), rest.high, rest.low);
  rest.radius = size_of(k) * 0x1p-135;
  const dd_ball_lanes<T> one = constant_ball<T>(1);
  dd_ball_lanes<T> m = expm1_of_small(scaled(r + rest, in_all_lanes<T>(0.25)));
  for (int i = 0; i < 2; ++i) m = scaled(m, in_all_lanes<T>(2)) + m * m; // e^2x - 1 = 2 (e^x - 1) + (e^x - 1)^2
  const T half = nearest_integer(T(k * 0.5));
  const dd_ball_lanes<T> e = scaled(scaled(one + m, power_of_two(half)), power_of_two(T(k - half)));
  return {e, select(k == 0, m, e - one)};
}

/// An upper bound of e^t - 1 for a radius t; infinite beyond 1.
template <class T> [[gnu::always_inline]] inline T expm1_of_radius(T t) {
  return t <= 1 ? T(t + t * t) : T(t * __builtin_inf());
}

/// The radius enlarged by what a radius `of` of the argument makes of the function.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> widened(dd_ball_lanes<T> x, T of, T by) {
  const T underflow = of == 0 ? T{} : in_all_lanes<T>(0x1p-1072);
  x.radius = upward(T(x.radius + by + underflow));
  return x;
}

/// Radius infinite where z.radius > 1.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> exp(const dd_ball_lanes<T>& z) {
  const dd_ball_lanes<T> e = exponentials_of_midpoint(z).exp;
  return widened(e, z.radius, T(magnitude(e) * expm1_of_radius(z.radius)));
}

/// e^z - 1, with relative accuracy where it is small; radius infinite where z.radius > 1.
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> expm1(const dd_ball_lanes<T>& z) {
  const exponentials<T> e = exponentials_of_midpoint(z);
  return widened(e.expm1, z.radius, T(magnitude(e.exp) * expm1_of_radius(z.radius)));
}

/// A function and its derivative, or what T26 names instead.
template <class T> struct with_derivative { dd_ball_lanes<T> value, derivative; };

/// tanh(z) and sech(z)^2, each with its own relative accuracy, as far as binary64 reaches. T26 (i).
template <class T> [[gnu::always_inline]] inline with_derivative<T> tanh_and_sech_squared(const dd_ball_lanes<T>& z) {
  const exponentials<T> e = exponentials_of_midpoint(scaled(-abs(z), in_all_lanes<T>(2)));
  const dd_ball_lanes<T> one = constant_ball<T>(1), reciprocal = one / (one + e.exp);
  const dd_ball_lanes<T> positive = -e.expm1 * reciprocal;
  const dd_ball_lanes<T> squared = scaled(e.exp * sqr(reciprocal), in_all_lanes<T>(4));
  const T size = magnitude(squared), r = z.radius, growth = expm1_of_radius(T(r + r));
  return {widened(select(z.high < 0, -positive, positive), r, r + r <= 1 ? T(r * size * (1 + growth)) : r),
          widened(squared, r, r + r <= 1 ? T(size * growth) : r)};
}

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> tanh(const dd_ball_lanes<T>& z) {
  return tanh_and_sech_squared(z).value;
}

/// 1/cosh, with its relative accuracy. T26 (i).
template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> sech(const dd_ball_lanes<T>& z) {
  const dd_ball_lanes<T> e = exponentials_of_midpoint(-abs(z)).exp;
  const dd_ball_lanes<T> r = scaled(e / (constant_ball<T>(1) + sqr(e)), in_all_lanes<T>(2));
  return widened(r, z.radius, z.radius <= 1 ? T(magnitude(r) * expm1_of_radius(z.radius)) : z.radius);
}

/// rho(z) = 1 / (1 + e^-z) and its derivative rho(z) rho(-z), each with its own relative accuracy. T26 (i).
template <class T> [[gnu::always_inline]] inline with_derivative<T> sigmoid_and_derivative(const dd_ball_lanes<T>& z) {
  const dd_ball_lanes<T> e = exponentials_of_midpoint(-abs(z)).exp;
  const dd_ball_lanes<T> one = constant_ball<T>(1), greater = one / (one + e), lesser = e * greater;
  const dd_ball_lanes<T> derivative = greater * lesser;
  const T size = magnitude(derivative), r = z.radius, growth = expm1_of_radius(r);
  return {widened(select(z.high < 0, lesser, greater), r, r <= 1 ? T(r * size * (1 + growth)) : r),
          widened(derivative, r, r <= 1 ? T(size * growth) : r)};
}

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> sigmoid(const dd_ball_lanes<T>& z) {
  return sigmoid_and_derivative(z).value;
}
