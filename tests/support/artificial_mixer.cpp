#include "support/artificial_mixer.hpp"

#include <cmath>

namespace mixcert::test {
namespace {

mp_interval point(double x) { return {x, exact_bits}; }

} // namespace

problem problem::with_H(const std::vector<double>& values) const {
  problem r = *this;
  for (std::size_t i = 0; i < values.size(); ++i) r.e.H.values()[i] = point(values[i]);
  return r;
}

matrix<mp_interval> problem::frozen() const { return read ? matrix<mp_interval>(1, streams(), e.read) : e.H; }

problem problem::with_scaled_generator(std::size_t g, double factor) const {
  problem r = *this;
  for (mp_interval& x : r.e.generators[g].row) x = x * point(factor);
  return r;
}

problem problem::with_combined_generator(std::size_t g, const std::vector<double>& factors, double keep) const {
  problem r = with_scaled_generator(g, keep);
  for (std::size_t h = 0; h < factors.size(); ++h)
    if (h != g)
      for (std::size_t c = 0; c < width; ++c) r.e.generators[g].row[c] += point(factors[h]) * e.generators[h].row[c];
  return r;
}

problem problem::with_scaled_derivative(double factor) const {
  problem r = *this;
  for (std::vector<matrix<mp_interval>>* derivatives : {&r.e.dH, &r.e.dread})
    for (matrix<mp_interval>& derivative : *derivatives)
      for (mp_interval& x : derivative.values()) x = x * point(factor);
  for (matrix<mp_interval>* weights : {&r.e.dH_arrays, &r.e.dread_arrays})
    for (mp_interval& x : weights->values()) x = x * point(factor);
  return r;
}

problem problem::with_combined_array(std::size_t a, const std::vector<double>& factors, double keep) const {
  problem r = *this;
  for (std::size_t s = 0; s < streams(); ++s)
    for (std::size_t c = 0; c < width; ++c) {
      mp_interval& x = r.e.arrays[a].rows[s][c];
      x = x * point(keep);
      for (std::size_t b = 0; b < factors.size(); ++b)
        if (b != a) x += point(factors[b]) * e.arrays[b].rows[s][c];
    }
  return r;
}

problem problem::without_state() const {
  problem r = *this;
  for (mp_interval& x : r.e.state.values()) x = point(0);
  return r;
}

problem problem::without_feedback() const { return with_scaled_derivative(0); }

matrix<mp_interval> problem_source::array(std::size_t rows, std::size_t cols) {
  matrix<mp_interval> a(rows, cols, point(0));
  for (mp_interval& x : a.values()) x = point(number());
  return a;
}

problem problem_source::generic(std::size_t n, std::size_t d, std::size_t p) {
  problem r;
  r.width = d;
  r.e.H = array(n, n);
  for (std::size_t g = 0; g < p; ++g) r.e.generators.push_back({"g" + std::to_string(g), array(1, d).values()});
  r.e.state = array(n, p);
  for (std::size_t k = 0; k < n * n; ++k) r.e.dH.push_back(array(n, p));
  return r;
}

problem problem_source::whole_state(std::size_t n, std::size_t d, std::size_t p, std::size_t arrays) {
  problem r = generic(n, d, p);
  for (std::size_t a = 0; a < arrays; ++a) {
    r.e.arrays.push_back({"a" + std::to_string(a), {}});
    for (std::size_t s = 0; s < n; ++s) r.e.arrays.back().rows.push_back(array(1, d).values());
  }
  r.e.dH_arrays = array(n * n, arrays);
  return r;
}

problem problem_source::with_write_gate(problem p) {
  const std::size_t n = p.streams();
  for (std::size_t c = 0; c < p.width; ++c) p.y.push_back(number());
  for (std::size_t i = 0; i < n; ++i) p.e.dwrite.push_back(array(n, p.e.generators.size()));
  p.e.dwrite_arrays = array(n, p.e.arrays.size());
  return p;
}

problem problem_source::with_read_gate(problem p) {
  const std::size_t n = p.streams();
  p.read = true;
  p.y.clear();
  p.e.read = array(1, n).values();
  for (std::size_t j = 0; j < n; ++j) p.e.dread.push_back(array(n, p.e.generators.size()));
  p.e.dread_arrays = array(n, p.e.arrays.size());
  return p;
}

problem problem_source::per_stream(std::size_t n, std::size_t d) {
  problem r = generic(n, d, 2 * n);
  for (mp_interval& x : r.e.state.values()) x = point(0);
  for (std::size_t s = 0; s < n; ++s) {
    r.e.generators[s].label = "x" + std::to_string(s);
    r.e.generators[n + s].label = "w" + std::to_string(s + 1);
    r.e.state(s, s) = point(1);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      matrix<mp_interval> dH(n, 2 * n, point(0));
      dH(j, j) = point(number());
      dH(j, n + i) = point(number());
      r.e.dH[i * n + j] = dH;
    }
  return r;
}

namespace {

/// All read gates zero.
problem closed(problem p) {
  for (mp_interval& x : p.e.read) x = point(0);
  return p;
}

} // namespace

std::vector<named_problem> special_problems() {
  problem_source source(2024);
  const problem two = source.generic(2, 5, 3), three = source.generic(3, 5, 3), one = source.generic(1, 6, 2);
  const problem whole = source.whole_state(2, 7, 2, 3);
  const problem written = source.with_write_gate(source.generic(2, 7, 3));
  std::vector<named_problem> r{
      {"one stream", one},
      {"one stream, H negative", one.with_H({-0.75})},
      {"one stream, H zero", one.with_H({0})},
      {"one stream of one feature", source.generic(1, 1, 1)},
      {"two streams", two},
      {"two streams of one feature", source.generic(2, 1, 1)},
      {"three streams", three},
      {"four streams", source.generic(4, 4, 3)},
      {"one generator", source.generic(3, 5, 1)},
      {"as many generators as features", source.generic(3, 3, 3)},
      {"more generators than features", source.generic(4, 3, 8)},
      {"per-stream router", source.per_stream(2, 7)},
      {"per-stream router, narrow", source.per_stream(4, 4)},
      {"per-stream router, one stream", source.per_stream(1, 8)},
      {"H the identity", three.with_H({1, 0, 0, 0, 1, 0, 0, 0, 1})},
      {"H a multiple of the identity", two.with_H({0.3, 0, 0, 0.3})},
      {"H a multiple of a rotation", two.with_H({3, -4, 4, 3})},
      {"H a permutation", three.with_H({0, 1, 0, 0, 0, 1, 1, 0, 0})},
      {"H with one repeated value", three.with_H({2, 0, 0, 0, 0.5, 0, 0, 0, -2})},
      {"H with nearly equal values", two.with_H({1, 0x1p-30, 0, 1})},
      {"H of rank 1", three.with_H({1, 2, 3, 0.5, 1, 1.5, -1, -2, -3})},
      {"H zero", two.with_H({0, 0, 0, 0})},
      {"H huge", two.with_H({1e30, 2e30, -3e30, 1e29})},
      {"H tiny", two.with_H({1e-30, 2e-30, -3e-30, 1e-31})},
      {"H graded", two.with_H({1e12, 1, 1, 1e-12})},
      {"feedback huge", two.with_scaled_derivative(1e20)},
      {"feedback tiny", three.with_scaled_derivative(1e-20)},
      {"no feedback", three.without_feedback()},
      {"no state", two.without_state()},
      {"equal generators", two.with_combined_generator(1, {1, 0, 0}, 0)},
      {"parallel generators", three.with_combined_generator(1, {2, 0, 0}, 0)},
      {"a generator in the span of others", three.with_combined_generator(2, {0.5, -3, 0}, 0)},
      {"whole-state router", whole},
      {"write gate", written},
      {"write gate, one stream", source.with_write_gate(one)},
      {"write gate, narrow", source.with_write_gate(source.generic(2, 3, 3))},
      {"write gate, H of rank 1", written.with_H({1, 2, 0.5, 1})},
      {"write gate, no state", written.without_state()},
      {"write gate, per-stream router", source.with_write_gate(source.per_stream(2, 7))},
      {"write gate, whole-state router", source.with_write_gate(source.whole_state(2, 7, 1, 2))},
      {"read gate", source.with_read_gate(source.generic(3, 7, 3))},
      {"read gate, one stream", source.with_read_gate(one)},
      {"read gate, narrow", source.with_read_gate(source.generic(2, 3, 3))},
      {"read gate, one feature", source.with_read_gate(source.generic(3, 1, 2))},
      {"read gate, no state", source.with_read_gate(written).without_state()},
      {"read gate, no feedback", source.with_read_gate(three).without_feedback()},
      {"read gate, closed", closed(source.with_read_gate(three))},
      {"read gate, per-stream router", source.with_read_gate(source.per_stream(2, 7))},
      {"read gate, whole-state router", source.with_read_gate(source.whole_state(2, 7, 1, 2))},
      {"whole-state router without rows of its own", source.whole_state(3, 5, 0, 2)},
      {"whole-state router, one stream", source.whole_state(1, 8, 1, 3)},
      {"whole-state router, three streams", source.whole_state(3, 5, 1, 2)},
      {"whole-state router, narrow", source.whole_state(2, 4, 2, 3)},
      {"whole-state router, H the identity", whole.with_H({1, 0, 0, 1})},
      {"whole-state router, H of rank 1", whole.with_H({1, 2, 0.5, 1})},
      {"whole-state router, parallel arrays", whole.with_combined_array(1, {2, 0, 0}, 0)},
      {"whole-state router, an array in the span of others", whole.with_combined_array(2, {0.5, -3, 0}, 0)},
      {"whole-state router, nearly dependent arrays", whole.with_combined_array(2, {0.5, -3, 0}, 0x1p-60)},
      {"whole-state router, a zero array", whole.with_combined_array(1, {}, 0)},
      {"whole-state router, graded", whole.with_combined_array(1, {}, 1e30).with_combined_array(0, {}, 1e-30)},
      {"whole-state router, feedback tiny", whole.with_scaled_derivative(1e-20)},
      {"whole-state router, no feedback", whole.without_feedback()},
      {"whole-state router, no state", whole.without_state()},
      {"all generators parallel",
       two.with_combined_generator(1, {2, 0, 0}, 0).with_combined_generator(2, {-0.5, 0, 0}, 0)},
  };
  for (const double distance : {1e-5, 1e-12, 1e-25}) {
    const std::string text = std::to_string(std::ilogb(distance));
    r.push_back({"nearly equal, 2^" + text, two.with_combined_generator(1, {1, 0, 0}, distance)});
    r.push_back({"nearly dependent, 2^" + text, three.with_combined_generator(2, {0.5, -3, 0}, distance)});
  }
  for (const double size : {1e4, 1e30}) {
    const std::string text = std::to_string(std::ilogb(size));
    r.push_back({"graded, 2^" + text, two.with_scaled_generator(0, size).with_scaled_generator(1, 1 / size)});
    r.push_back({"graded and dependent, 2^" + text, three.with_scaled_generator(0, size)
                                                        .with_scaled_generator(1, 1 / size)
                                                        .with_combined_generator(2, {1, 1, 0}, 0)});
    r.push_back({"all large, 2^" + text, two.with_scaled_generator(0, size)
                                             .with_scaled_generator(1, size)
                                             .with_scaled_generator(2, size)
                                             .with_scaled_derivative(1 / size)});
  }
  return r;
}

mpq_class lower_end(const mp_interval& x) { return rational(x.lower()); }

rational_matrix generators(const problem& p, const choice& member) {
  rational_matrix r = rational_zero(p.e.generators.size(), p.width);
  for (std::size_t g = 0; g < r.rows(); ++g)
    for (std::size_t c = 0; c < p.width; ++c) r(g, c) = member(p.e.generators[g].row[c]);
  return r;
}

rational_matrix sources(const problem& p, const choice& member) {
  const rational_matrix X = times(map(p.e.state, member), generators(p, member));
  rational_matrix r = rational_zero(X.rows() + (p.y.empty() ? 0 : 1), p.width);
  for (std::size_t j = 0; j < r.rows(); ++j)
    for (std::size_t c = 0; c < p.width; ++c) r(j, c) = j < X.rows() ? X(j, c) : mpq_class(p.y[c]);
  return r;
}

rational_matrix derivative(const problem& p, std::size_t i, std::size_t j, const choice& member) {
  const std::size_t n = p.streams();
  const bool of_write = j == n;
  const std::size_t place = of_write ? i : i * n + j;
  const std::vector<matrix<mp_interval>>& derivatives = p.read ? p.e.dread : of_write ? p.e.dwrite : p.e.dH;
  const matrix<mp_interval>& weights = p.read ? p.e.dread_arrays : of_write ? p.e.dwrite_arrays : p.e.dH_arrays;
  rational_matrix D = times(map(derivatives[place], member), generators(p, member));
  for (std::size_t a = 0; a < p.e.arrays.size(); ++a)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < p.width; ++c) D(s, c) += member(weights(place, a)) * member(p.e.arrays[a].rows[s][c]);
  return D;
}

rational_matrix jacobian(const problem& p, const choice& member) {
  const std::size_t n = p.streams(), d = p.width;
  const rational_matrix a = sources(p, member);
  const rational_matrix F = map(p.frozen(), member);
  rational_matrix J = kronecker(F, rational_identity(d));
  for (std::size_t i = 0; i < F.rows(); ++i)
    for (std::size_t j = 0; j < a.rows(); ++j) {
      const rational_matrix D = derivative(p, i, j, member);
      for (std::size_t e = 0; e < d; ++e)
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t c = 0; c < d; ++c) J(i * d + e, k * d + c) += a(j, e) * D(k, c);
    }
  return J;
}

} // namespace mixcert::test
