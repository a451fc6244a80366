#include "mixcert/jacobian/state_box.hpp"

#include "mixcert/ball/norm.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/span.hpp"
#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

using row = std::vector<interval>;

interval inner(const row& x, const row& y) {
  interval sum(0.0);
  for (std::size_t c = 0; c < x.size(); ++c) sum += x[c] * y[c];
  return sum;
}

/// A row that is the same at every state.
row constants(const std::vector<slope_form>& x) {
  row r;
  for (const slope_form& value : x) {
    if (!value.is_constant()) throw std::logic_error("a generator that moves with the state and is no row of it");
    r.push_back(value.centre());
  }
  return r;
}

row difference(row x, const row& y) {
  for (std::size_t c = 0; c < x.size(); ++c) x[c] -= y[c];
  return x;
}

double norm_up(const std::vector<double>& x) { return spectral_norm_up(matrix<double>(x.size(), 1, x)); }

/// Row g: generator g of the rows of the state as a combination of these, where it is one; each is a row less the
/// generators before it (X = state * generators, with coordinates 0 and 1).
std::vector<std::optional<std::vector<double>>> in_state_rows(const matrix<slope_form>& state) {
  const std::size_t n = state.rows(), p = state.cols();
  std::vector<std::optional<std::vector<double>>> r(p);
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<double> rest(n, 0.0);
    rest[s] = 1;
    std::optional<std::size_t> added;
    for (std::size_t g = 0; g < p; ++g) {
      if (is_exact_zero(state(s, g))) continue;
      if (!r[g]) {
        added = g;
        continue;
      }
      for (std::size_t t = 0; t < n; ++t) rest[t] -= (*r[g])[t];
    }
    if (added) r[*added] = std::move(rest);
  }
  return r;
}

/// The rows B_ij = vec(D_ij)^T of theorem T1 by coordinates: on e_s x_r^T at s n + r, on e_s w_g^T for the constant
/// generators w_g, on the constant arrays.
struct derivative_rows {
  matrix<slope_form> on; ///< om x columns
  matrix<interval> gram; ///< of the columns at X
};

derivative_rows rows_of(const feedback<slope_form>& f, const matrix<slope_form>& state, const std::vector<row>& x) {
  const std::size_t n = x.size(), outputs = f.derivatives.size();
  auto from_state = in_state_rows(state);
  from_state.resize(f.generators.size()); // y is none of the rows of the state
  std::vector<std::size_t> constant_generators, arrays;
  for (std::size_t g = 0; g < f.generators.size(); ++g)
    if (!from_state[g]) constant_generators.push_back(g);
  for (std::size_t a = 0; a < f.arrays.size(); ++a) {
    bool used = false;
    for (std::size_t ij = 0; ij < outputs; ++ij) used = used || !is_exact_zero(f.array_weights(ij, a));
    if (used) arrays.push_back(a);
  }
  const std::size_t q = constant_generators.size(), first_array = n * (n + q), columns = first_array + arrays.size();
  derivative_rows r{matrix<slope_form>(outputs, columns, slope_form(interval(0.0))),
                    matrix<interval>(columns, columns, interval(0.0))};
  for (std::size_t ij = 0; ij < outputs; ++ij) {
    const matrix<slope_form>& D = f.derivatives[ij];
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t g = 0; g < from_state.size(); ++g)
        if (from_state[g] && !is_exact_zero(D(s, g)))
          for (std::size_t t = 0; t < n; ++t)
            if (const double factor = (*from_state[g])[t]; factor != 0)
              r.on(ij, s * n + t) += slope_form(interval(factor)) * D(s, g);
      for (std::size_t k = 0; k < q; ++k) r.on(ij, n * n + s * q + k) = D(s, constant_generators[k]);
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) r.on(ij, first_array + k) = f.array_weights(ij, arrays[k]);
  }

  // A column is a few rows at certain streams: one for e_s v^T, n for an array.
  const auto part = [&](std::size_t column, std::size_t s) -> std::optional<row> {
    if (column >= first_array) return constants(f.arrays[arrays[column - first_array]].rows[s]);
    const bool of_state = column < n * n;
    const std::size_t stream = of_state ? column / n : (column - n * n) / q;
    if (stream != s) return std::nullopt;
    return of_state ? x[column % n] : constants(f.generators[constant_generators[(column - n * n) % q]].row);
  };
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<std::pair<std::size_t, row>> parts;
    for (std::size_t c = 0; c < columns; ++c)
      if (auto v = part(c, s)) parts.emplace_back(c, *std::move(v));
    for (const auto& [c, v] : parts)
      for (const auto& [b, w] : parts)
        if (b <= c) {
          r.gram(c, b) += inner(v, w);
          if (b != c) r.gram(b, c) = r.gram(c, b);
        }
  }
  return r;
}

/// Vectors a_j = sum_g coordinates(j, g) v_g, by the Gram matrix of the v_g.
struct sources {
  matrix<interval> coordinates, gram;
};

/// The rows of X and perhaps y, as the first row, the differences of the others from it, and y: what H's rows with
/// fixed sums cancel is cancelled here too.
sources state_sources(const std::vector<row>& x, const std::optional<std::vector<double>>& y) {
  const std::size_t n = x.size(), m = y ? n + 1 : n;
  std::vector<row> v{x.front()};
  for (std::size_t j = 1; j < n; ++j) v.push_back(difference(x[j], x.front()));
  if (y) {
    v.emplace_back();
    for (const double value : *y) v.back().emplace_back(value);
  }
  sources r{matrix<interval>(m, m, interval(0.0)), matrix<interval>(m, m, interval(0.0))};
  for (std::size_t j = 0; j < m; ++j) {
    r.coordinates(j, j) = interval(1.0);
    if (j > 0 && j < n) r.coordinates(j, 0) = interval(1.0);
    for (std::size_t k = 0; k <= j; ++k) r.gram(j, k) = r.gram(k, j) = inner(v[j], v[k]);
  }
  return r;
}

/// Orthonormal vectors in the place of the rows of X, and zero in that of y.
sources orthonormal_sources(std::size_t n, std::size_t m) {
  sources r{matrix<interval>(m, n, interval(0.0)), matrix<interval>(n, n, interval(0.0))};
  for (std::size_t j = 0; j < n; ++j) r.coordinates(j, j) = r.gram(j, j) = interval(1.0);
  return r;
}

/// sum_j (e_i kron a_j) beta_ij^T by coordinates: on e_i kron v_g at i q + g.
matrix<interval> rows_on_sources(const matrix<interval>& beta, const sources& a) {
  const std::size_t m = a.coordinates.rows(), q = a.coordinates.cols(), outputs = beta.rows() / m;
  matrix<interval> r(outputs * q, beta.cols(), interval(0.0));
  for (std::size_t i = 0; i < outputs; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t g = 0; g < q; ++g) {
        if (is_exact_zero(a.coordinates(j, g))) continue;
        for (std::size_t c = 0; c < beta.cols(); ++c)
          if (!is_exact_zero(beta(i * m + j, c))) r(i * q + g, c) += a.coordinates(j, g) * beta(i * m + j, c);
      }
  return r;
}

/// K^T (I kron gram) K, for K by its coordinates.
matrix<interval> gram_of_columns(const matrix<interval>& K, const matrix<interval>& gram) {
  const std::size_t q = gram.rows();
  matrix<interval> weighted(K.rows(), K.cols(), interval(0.0)), r(K.cols(), K.cols(), interval(0.0));
  for (std::size_t k = 0; k < K.rows(); ++k)
    for (std::size_t h = 0; h < q; ++h)
      for (std::size_t c = 0; c < K.cols(); ++c)
        if (const interval& x = K(k - k % q + h, c); !is_exact_zero(x)) weighted(k, c) += gram(k % q, h) * x;
  for (std::size_t k = 0; k < K.rows(); ++k)
    for (std::size_t b = 0; b < K.cols(); ++b) {
      if (is_exact_zero(K(k, b))) continue;
      for (std::size_t c = 0; c < K.cols(); ++c) r(b, c) += K(k, b) * weighted(k, c);
    }
  return r;
}

matrix<interval> product(const matrix<interval>& a, const matrix<interval>& b) {
  matrix<interval> r(a.rows(), b.cols(), interval(0.0));
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k) {
      if (is_exact_zero(a(i, k))) continue;
      for (std::size_t j = 0; j < b.cols(); ++j) r(i, j) += a(i, k) * b(k, j);
    }
  return r;
}

/// The columns and, of a Gram matrix, rows that are not zero in K.
struct nonzero_part {
  matrix<interval> K, gram;
};

nonzero_part without_zero_columns(const matrix<interval>& K, const matrix<interval>& gram) {
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < K.cols(); ++c)
    for (std::size_t k = 0; k < K.rows(); ++k)
      if (!is_exact_zero(K(k, c))) {
        kept.push_back(c);
        break;
      }
  nonzero_part r{matrix<interval>(K.rows(), kept.size(), interval(0.0)),
                 matrix<interval>(kept.size(), kept.size(), interval(0.0))};
  for (std::size_t c = 0; c < kept.size(); ++c) {
    for (std::size_t k = 0; k < K.rows(); ++k) r.K(k, c) = K(k, kept[c]);
    for (std::size_t b = 0; b < kept.size(); ++b) r.gram(b, c) = gram(kept[b], kept[c]);
  }
  return r;
}

/// Brings the largest magnitude near 1 by a power of two, so that eighth powers stay within range.
int scale_to_one(matrix<interval>& a) {
  double largest = 0;
  for (const interval& x : a.values()) largest = std::max(largest, magnitude(x));
  if (largest == 0 || !std::isfinite(largest)) return 0;
  const int exponent = std::clamp(std::ilogb(largest), -1000, 1000);
  const interval scale(std::ldexp(1.0, -exponent));
  for (interval& x : a.values()) x *= scale;
  return exponent;
}

/// ||M||^8 <= tr (M^T M)^4 for M = sum_k,c K(k, c) u_k w_c^T (theorem T18 c).
double feedback_norm_up(const matrix<interval>& all, const matrix<interval>& source_gram,
                        const matrix<interval>& row_gram) {
  auto [K, gram] = without_zero_columns(all, row_gram);
  if (K.cols() == 0) return 0;
  const int exponent = scale_to_one(K);
  matrix<interval> P = product(gram_of_columns(K, source_gram), gram);
  const int square_exponent = scale_to_one(P);
  const matrix<interval> P2 = product(P, P);
  interval trace(0.0);
  for (std::size_t b = 0; b < P2.rows(); ++b)
    for (std::size_t c = 0; c < P2.cols(); ++c) trace += P2(b, c) * P2(c, b);
  const double square = sqrt_up(sqrt_up(std::max(trace.upper(), 0.0)));
  return mul_up(sqrt_up(mul_up(square, std::ldexp(1.0, square_exponent))), std::ldexp(1.0, exponent));
}

/// Bounds of the norms of the columns of K.
std::vector<double> column_norms_up(const matrix<interval>& K, const matrix<interval>& source_gram) {
  const matrix<interval> gram = gram_of_columns(K, source_gram);
  std::vector<double> r;
  for (std::size_t c = 0; c < K.cols(); ++c) r.push_back(sqrt_up(std::max(gram(c, c).upper(), 0.0)));
  return r;
}

/// ||sum_sr k_sr vec(e_s (x'_r - x_r)^T)^T|| for the columns k_sr of norms at s n + r (theorem T18 d).
double moved_rows_up(const std::vector<double>& columns, const std::vector<double>& radii) {
  const std::size_t n = radii.size();
  std::vector<double> of_stream(n, 0.0);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t r = 0; r < n; ++r)
      if (radii[r] > 0) of_stream[s] = add_up(of_stream[s], mul_up(columns[s * n + r], radii[r]));
  return norm_up(of_stream);
}

using slope_of = std::function<interval(const slope_form&)>;

/// Bounds of ||sum_m e_m Z_m|| from those of ||Z_m||, over the e_m that belong together (theorem T18 b).
class variables {
 public:
  variables(const std::vector<state_variable>& all, std::size_t moving_entries)
      : all_(all), root_entries_(sqrt_up(static_cast<double>(moving_entries))) {
    for (const state_variable& v : all) lengths_.push_back(sqrt_up(inner(v.weights, v.weights).upper()));
  }

  std::size_t size() const { return all_.size(); }

  double combined_up(const std::vector<double>& norms) const {
    double sum = 0;
    for (const double norm : norms) sum = add_up(sum, norm);
    return std::min(sum, euclidean_up(norms));
  }

 private:
  /// e_m = <weights_m, u> + remainder_m and ||u|| <= sqrt(entries): Cauchy and Schwarz.
  double euclidean_up(const std::vector<double>& norms) const {
    std::vector<std::size_t> used;
    std::vector<double> stretched;
    double remainders = 0;
    for (std::size_t m = 0; m < norms.size(); ++m) {
      if (norms[m] == 0) continue;
      used.push_back(m);
      stretched.push_back(mul_up(lengths_[m], norms[m]));
      remainders = add_up(remainders, mul_up(magnitude(all_[m].remainder), norms[m]));
    }
    matrix<double> cosines(used.size(), used.size(), 0.0);
    for (std::size_t k = 0; k < used.size(); ++k)
      for (std::size_t l = 0; l < used.size(); ++l) cosines(k, l) = cosine_up(used[k], used[l]);
    return add_up(mul_up(mul_up(sqrt_up(spectral_norm_up(cosines)), root_entries_), norm_up(stretched)), remainders);
  }

  /// |<weights_k, weights_l>| / (length_k length_l); a length that is zero stretches nothing.
  double cosine_up(std::size_t k, std::size_t l) const {
    if (lengths_[k] == 0 || lengths_[l] == 0) return 0;
    const state_variable &a = all_[k], &b = all_[l];
    const std::size_t first = std::max(a.first, b.first);
    const std::size_t last = std::min(a.first + a.weights.size(), b.first + b.weights.size());
    interval sum(0.0);
    for (std::size_t c = first; c < last; ++c) sum += a.weights[c - a.first] * b.weights[c - b.first];
    return magnitude(sum / (interval(lengths_[k]) * interval(lengths_[l])));
  }

  const std::vector<state_variable>& all_;
  double root_entries_;
  std::vector<double> lengths_;
};

template <class F> matrix<interval> taken(const matrix<slope_form>& a, F f) {
  return map(a, [&](const slope_form& x) -> interval { return f(x); });
}

/// Throws not_certified where some state of the box is none of the mixer's, with what can be done.
mixer_evaluation<slope_form> evaluate_over_box(const mixer& mixer, const context<slope_form>& context,
                                               const mixer_input& input) {
  constexpr const char* remedy = " (over all states within the radii; smaller radii may be certified)";
  try {
    return mixer.evaluate(context, input);
  } catch (const not_certified& reason) {
    throw not_certified(reason.what() + std::string(remedy));
  } catch (const std::domain_error&) {
    throw not_certified(std::string("an equation of the mixer may be undefined") + remedy);
  }
}

} // namespace

state_box bound_state_box(const mixer& mixer, const mixer_input& input, core_method method) {
  const std::size_t n = input.state.rows(), d = input.state.cols(), m = input.branch_output ? n + 1 : n;
  const context<slope_form> context;
  const mixer_evaluation<slope_form> e = evaluate_over_box(mixer, context, input);
  const feedback<slope_form> f = feedback_of(context, e, input, core_method::stream_adapted);
  std::vector<row> x(n);
  std::vector<double> radii;
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<double> r;
    for (std::size_t c = 0; c < d; ++c) {
      x[s].emplace_back(input.state(s, c));
      r.push_back(input.state_radius(s, c));
    }
    radii.push_back(norm_up(r));
  }
  const auto moving = std::count_if(input.state_radius.values().begin(), input.state_radius.values().end(),
                                    [](double r) { return r > 0; });
  const variables all(*context.variables, static_cast<std::size_t>(moving));
  const derivative_rows B = rows_of(f, e.state, x);
  const sources a = state_sources(x, input.branch_output), identity = orthonormal_sources(n, m);

  std::vector<double> jacobian, frozen;
  const auto add_norms = [&](const slope_of& slope) {
    const double of_F = spectral_norm_up(map(taken(f.frozen, slope), [](const interval& v) { return magnitude(v); }));
    frozen.push_back(of_F);
    jacobian.push_back(add_up(of_F, feedback_norm_up(rows_on_sources(taken(B.on, slope), a), a.gram, B.gram)));
  };
  for (std::size_t v = 0; v < all.size(); ++v) add_norms([v](const slope_form& g) { return g.slope(v); });
  const double frozen_tracked = all.combined_up(frozen), tracked = all.combined_up(jacobian);
  add_norms([](const slope_form& g) { return g.untracked(); });

  const matrix<interval> range = taken(B.on, [](const slope_form& g) { return g.range(); });
  const matrix<interval> on_sources = rows_on_sources(range, a), on_identity = rows_on_sources(range, identity);
  const double moved_generators = moved_rows_up(column_norms_up(on_sources, a.gram), radii);
  const double B_up = add_up(feedback_norm_up(on_identity, identity.gram, B.gram),
                             moved_rows_up(column_norms_up(on_identity, identity.gram), radii));
  const double moved_state = B_up == 0 ? 0 : mul_up(spectral_norm_up(input.state_radius), B_up);
  state_box r{add_up(add_up(tracked, jacobian.back()), add_up(moved_generators, moved_state)),
              add_up(frozen_tracked, frozen.back()), map(e.H, largest_change),
              generator_count(method == core_method::common ? without_arrays(context, f) : f, d),
              state_rank_of(e.state, d)};
  if (!(r.jacobian < std::numeric_limits<double>::infinity()) || !(r.frozen < std::numeric_limits<double>::infinity()))
    throw not_certified("how far the Jacobians at the states within the radii are from the one at the state could not "
                        "be bounded; smaller radii can be certified");
  return r;
}

} // namespace mixcert
