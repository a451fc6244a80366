#include "support/traced.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert::test {
namespace {

using fraction = std::optional<rational>;

mp_interval number(double x, const mp_interval& like) { return {x, like.bits()}; }

/// a x' + b y'
std::vector<mp_interval> combined(const traced& x, const mp_interval& a, const traced& y, const mp_interval& b) {
  std::vector<mp_interval> r;
  for (std::size_t i = 0; i < std::max(x.derivatives().size(), y.derivatives().size()); ++i)
    r.push_back(a * x.derivative(i) + b * y.derivative(i));
  return r;
}

/// a x'
std::vector<mp_interval> multiplied(const traced& x, const mp_interval& a) {
  std::vector<mp_interval> r;
  for (const mp_interval& derivative : x.derivatives()) r.push_back(a * derivative);
  return r;
}

bool is(const fraction& x, double value) { return x && is_exact_zero(*x - rational(value)); }

template <class Operation> fraction of_both(const traced& x, const traced& y, Operation operation) {
  if (!x.fraction() || !y.fraction()) return std::nullopt;
  return operation(*x.fraction(), *y.fraction());
}

/// The fraction `result` where x is the fraction `argument`.
fraction known_at(const traced& x, double argument, double result) {
  return is(x.fraction(), argument) ? fraction(rational(result)) : std::nullopt;
}

fraction fraction_of(const mp_interval& x) {
  if (!mpfr_number_p(x.lower()) || !mpfr_equal_p(x.lower(), x.upper())) return std::nullopt;
  rational r;
  mpfr_get_q(r.get(), x.lower());
  return r;
}

} // namespace

traced::traced(const mp_interval& value) : traced(value, fraction_of(value)) {}

mp_interval traced::derivative(std::size_t direction) const {
  return direction < derivatives_.size() ? derivatives_[direction] : number(0, value_);
}

traced& traced::operator+=(const traced& y) { return *this = *this + y; }
traced& traced::operator-=(const traced& y) { return *this = *this - y; }

traced operator-(const traced& x) {
  return {-x.value(), x.fraction() ? fraction(-*x.fraction()) : std::nullopt, multiplied(x, number(-1, x.value()))};
}

traced operator+(const traced& x, const traced& y) {
  const mp_interval one = number(1, x.value());
  return {x.value() + y.value(), of_both(x, y, [](const rational& a, const rational& b) { return a + b; }),
          combined(x, one, y, one)};
}

traced operator-(const traced& x, const traced& y) {
  const mp_interval one = number(1, x.value());
  return {x.value() - y.value(), of_both(x, y, [](const rational& a, const rational& b) { return a - b; }),
          combined(x, one, y, -one)};
}

traced operator*(const traced& x, const traced& y) {
  fraction product = of_both(x, y, [](const rational& a, const rational& b) { return a * b; });
  if (is(x.fraction(), 0) || is(y.fraction(), 0)) product = rational();
  return {x.value() * y.value(), std::move(product), combined(x, y.value(), y, x.value())};
}

traced operator/(const traced& x, const traced& y) {
  const mp_interval quotient = x.value() / y.value();
  return {quotient, of_both(x, y, [](const rational& a, const rational& b) { return a / b; }),
          combined(x, number(1, x.value()) / y.value(), y, -(quotient / y.value()))};
}

traced sqr(const traced& x) {
  return {sqr(x.value()), x.fraction() ? fraction(sqr(*x.fraction())) : std::nullopt,
          multiplied(x, number(2, x.value()) * x.value())};
}

traced fma(const traced& x, const traced& y, const traced& z) { return x * y + z; }

traced pown(const traced& x, int n) {
  return {pown(x.value(), n), x.fraction() ? fraction(pown(*x.fraction(), n)) : std::nullopt,
          multiplied(x, number(n, x.value()) * pown(x.value(), n - 1))};
}

traced sqrt(const traced& x) {
  const mp_interval root = sqrt(x.value());
  return {root, x.fraction() ? exact_sqrt(*x.fraction()) : std::nullopt, multiplied(x, number(0.5, x.value()) / root)};
}

traced exp(const traced& x) {
  const mp_interval value = exp(x.value());
  return {value, known_at(x, 0, 1), multiplied(x, value)};
}

traced log(const traced& x) {
  return {log(x.value()), known_at(x, 1, 0), multiplied(x, number(1, x.value()) / x.value())};
}

traced tanh(const traced& x) { return {tanh(x.value()), known_at(x, 0, 0), multiplied(x, sqr(sech(x.value())))}; }

traced sech(const traced& x) {
  const mp_interval value = sech(x.value());
  return {value, known_at(x, 0, 1), multiplied(x, -(value * tanh(x.value())))};
}

traced sigmoid(const traced& x) {
  const mp_interval value = sigmoid(x.value());
  return {value, known_at(x, 0, 0.5), multiplied(x, value * sigmoid(-x.value()))};
}

traced abs(const traced& x) {
  const mp_interval zero = number(0, x.value());
  if (certainly_less_equal(zero, x.value())) return x;
  if (certainly_less_equal(x.value(), zero)) return -x;
  if (!x.derivatives().empty()) throw std::domain_error("a number of unknown sign may have no derivative of its size");
  return {abs(x.value()), x.fraction() ? fraction(abs(*x.fraction())) : std::nullopt};
}

traced min(const traced& x, const traced& y) { return certainly_less(y, x) ? y : x; }
traced max(const traced& x, const traced& y) { return certainly_less(x, y) ? y : x; }

bool is_exact_zero(const traced& x) {
  return is_exact_zero(x.value()) &&
         std::all_of(x.derivatives().begin(), x.derivatives().end(),
                     [](const mp_interval& derivative) { return is_exact_zero(derivative); });
}

traced point_of(const traced& x) {
  return {mp_interval(midpoint(x.value(), x.value().bits()), x.value().bits()), x.fraction()};
}

} // namespace mixcert::test
