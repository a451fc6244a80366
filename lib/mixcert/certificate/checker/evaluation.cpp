#include "mixcert/certificate/checker/evaluation.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <string>

namespace mixcert::checker {
namespace {

/// The sum and the sum of squares of `count` numbers, exactly.
struct moments {
  rational sum, squares;
};

moments moments_of(const double* x, std::size_t count) {
  const dyadic_matrix row = exact_matrix(std::vector<double>(x, x + count), 1, count);
  integer sum;
  for (const integer& value : row.entries) sum += value;
  return {rational(sum) * power_of_two(row.exp2), squared_frobenius(row)};
}

[[noreturn]] void no_derivative(const char* why) {
  throw not_established(std::string("the mixer may have no derivative at this state: ") + why);
}

normalised normalise(normalisation kind, const rational& a, const double* x, std::size_t count, mpfr_prec_t bits) {
  const auto N = static_cast<long>(count);
  const moments m = moments_of(x, count);
  const interval zero(bits);
  switch (kind) {
  case normalisation::root_mean_square:
  case normalisation::layer: {
    const bool is_layer = kind == normalisation::layer;
    const rational mean = is_layer ? rational(m.sum / N) : rational(0);
    const rational radicand = m.squares / N - mean * mean + a;
    if (radicand <= 0) no_derivative("it is normalised by zero");
    const interval factor = 1 / sqrt(interval(radicand, bits));
    return {factor, factor * factor * factor / N, interval(mean, bits)};
  }
  case normalisation::clamped: {
    const interval root = sqrt(interval(N, bits));
    if (m.squares == a * a) no_derivative("its norm is equal to the clamp");
    if (m.squares < a * a) return {root / interval(a, bits), zero, zero};
    const interval length = sqrt(interval(m.squares, bits));
    return {root / length, root / (length * length * length), zero};
  }
  case normalisation::root_mean_square_plus: {
    const interval root = sqrt(interval(N, bits));
    if (m.squares == 0) {
      if (a == 0) no_derivative("it is normalised by zero");
      return {1 / interval(a, bits), zero, zero};
    }
    const interval length = sqrt(interval(m.squares, bits));
    const interval factor = 1 / (length / root + interval(a, bits));
    return {factor, factor * factor / (root * length), zero};
  }
  }
  throw malformed("no such normalisation");
}

/// With each of the first `directions` numbers moving in turn.
template <class Use>
void in_each_direction(const std::vector<interval>& at, std::size_t directions, mpfr_prec_t bits, Use use) {
  std::vector<dual> x;
  for (const interval& value : at) x.push_back({value, interval(bits)});
  for (std::size_t m = 0; m < directions; ++m) {
    x[m].slope = interval(1, bits);
    use(m, x);
    x[m].slope = interval(bits);
  }
}

std::vector<interval> values_of(const std::vector<dual>& x) {
  std::vector<interval> r;
  for (const dual& value : x) r.push_back(value.value);
  return r;
}

std::vector<dual> constants(const std::vector<interval>& x, mpfr_prec_t bits) {
  std::vector<dual> r;
  for (const interval& value : x) r.push_back({value, interval(bits)});
  return r;
}

/// The derivatives of the first outputs of `f` by its first variables, a row an output.
interval_matrix jacobian(const dual_function& f, const std::vector<interval>& at, std::size_t outputs,
                         std::size_t variables, mpfr_prec_t bits) {
  interval_matrix r(outputs, variables, bits);
  in_each_direction(at, variables, bits, [&](std::size_t m, const std::vector<dual>& x) {
    const std::vector<dual> y = f(x);
    for (std::size_t i = 0; i < outputs; ++i) r(i, m) = y[i].slope;
  });
  return r;
}

} // namespace

std::vector<normalised> normalise(const router& route, const site& where, mpfr_prec_t bits) {
  const std::size_t count = route.single_streams ? where.n : 1, size = where.n * where.d / count;
  std::vector<normalised> r;
  for (std::size_t s = 0; s < count; ++s) {
    r.push_back(normalise(route.kind, route.constant, where.state.data() + s * size, size, bits));
    if (!route.gain) continue;
    r.back().factor = r.back().factor * *route.gain;
    r.back().bend = r.back().bend * *route.gain;
  }
  return r;
}

weight_products::weight_products(const router& route, const site& where)
    : streams_(route.single_streams ? where.n : 1) {
  // With `layer` the weights have mean zero, so that <w, x - mean(x)> = <w, x>.
  const dyadic_matrix& w = route.weights.entries;
  dyadic_matrix x = exact_matrix(where.state, where.n, where.d);
  if (!route.pattern.empty()) {
    const dyadic_matrix dots = product(w, transpose(x));
    for (std::size_t i = 0; i < w.rows; ++i) {
      rational sum = 0;
      for (std::size_t s = 0; s < where.n; ++s) sum += route.pattern[s] * dots.value(i, s);
      values_.push_back(sum * route.weights.factor);
    }
    return;
  }
  if (!route.single_streams) {
    x.cols *= x.rows;
    x.rows = 1;
  }
  const dyadic_matrix dots = product(w, transpose(x));
  for (std::size_t i = 0; i < dots.rows; ++i)
    for (std::size_t s = 0; s < dots.cols; ++s) values_.push_back(dots.value(i, s) * route.weights.factor);
}

const rational& weight_products::operator()(std::size_t weight, std::size_t stream) const {
  return values_[weight * streams_ + (streams_ > 1 ? stream : 0)];
}

head_values evaluate(const head& h, const router& route, const weight_products& products,
                     const std::vector<normalised>& norms, mpfr_prec_t bits) {
  head_values r;
  for (const routed_number& number : h.numbers) {
    const interval& factor = norms[route.single_streams ? number.stream : 0].factor;
    r.numbers.push_back(interval(rational(number.scale * products(number.weight, number.stream)), bits) * factor +
                        interval(number.base, bits));
  }
  const std::size_t count = r.numbers.size(), features = h.features ? h.labels.size() : count;
  std::vector<interval> values = r.numbers;
  if (h.features) {
    values = values_of(h.features(constants(r.numbers, bits)));
    r.feature_by_number = jacobian(h.features, r.numbers, features, count, bits);
  } else {
    r.feature_by_number = interval_matrix(features, count, bits);
    for (std::size_t m = 0; m < count; ++m) r.feature_by_number(m, m) = interval(1, bits);
  }
  r.outputs = values_of(h.outputs(constants(values, bits)));
  r.by_feature = jacobian(h.outputs, values, r.outputs.size(), features, bits);
  return r;
}

interval_matrix by_number(const head_values& values, mpfr_prec_t bits) {
  return product(values.by_feature, values.feature_by_number, bits);
}

} // namespace mixcert::checker
