#include "mixcert/jacobian/span.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

using row = std::vector<mp_interval>;

bool is_zero(const row& x) {
  return std::all_of(x.begin(), x.end(), [](const mp_interval& value) { return is_exact_zero(value); });
}

bool is_zero_column(const mp_interval_matrix& a, std::size_t column) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    if (!is_exact_zero(a(i, column))) return false;
  return true;
}

mp_interval times_power(mp_interval x, long exponent) {
  mpfi_mul_2si(x.get(), x.get(), exponent);
  return x;
}

mp_interval inner(const row& x, const row& y) {
  mp_interval sum(0, x.front().bits());
  for (std::size_t c = 0; c < x.size(); ++c) add_product(sum, x[c], y[c]);
  return sum;
}

/// sum <- sum + factor x
void add_multiple(row& sum, const mp_interval& factor, const row& x) {
  if (is_exact_zero(factor)) return;
  for (std::size_t c = 0; c < sum.size(); ++c) add_product(sum[c], factor, x[c]);
}

/// Which generators and arrays the feedback has to do with.
struct used_parts {
  std::vector<std::size_t> generators, arrays;
  bool feedback = false;
};

used_parts parts_used(const feedback& e) {
  used_parts used;
  for (std::size_t g = 0; g < e.generators.size(); ++g) {
    if (is_zero(e.generators[g].row)) continue;
    const bool in_derivative = std::any_of(e.derivatives.begin(), e.derivatives.end(),
                                           [&](const mp_interval_matrix& D) { return !is_zero_column(D, g); });
    used.feedback = used.feedback || in_derivative;
    if (in_derivative || !is_zero_column(e.sources, g)) used.generators.push_back(g);
  }
  for (std::size_t a = 0; a < e.arrays.size(); ++a)
    if (!is_zero_column(e.array_weights, a) && !std::all_of(e.arrays[a].rows.begin(), e.arrays[a].rows.end(), is_zero))
      used.arrays.push_back(a);
  used.feedback = used.feedback || !used.arrays.empty();
  return used;
}

/// Row i * m + j: sum_s Q_sl of row s of the generator part of D_ij.
mp_interval_matrix rotated_coordinates(const feedback& e, const mp_interval_matrix& Q, std::size_t l) {
  const std::size_t n = Q.rows(), p = e.generators.size();
  mp_interval_matrix b(e.derivatives.size(), p, mp_interval(0, Q(0, 0).bits()));
  for (std::size_t ij = 0; ij < b.rows(); ++ij)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t g = 0; g < p; ++g)
        if (!is_exact_zero(e.derivatives[ij](s, g))) b(ij, g) += Q(s, l) * e.derivatives[ij](s, g);
  return b;
}

/// sum_s Q_sl of row s of an array.
row rotated_row(const generator_array<mp_interval>& array, const mp_interval_matrix& Q, std::size_t l) {
  row v(array.rows.front().size(), mp_interval(0, Q(0, 0).bits()));
  for (std::size_t s = 0; s < Q.rows(); ++s) add_multiple(v, Q(s, l), array.rows[s]);
  return v;
}

feature_spans spans_of_everything(const feedback& e, const mp_interval_matrix& Q, std::size_t width) {
  const std::size_t n = Q.rows();
  const mp_interval zero(0, Q(0, 0).bits());
  const auto expand = [&](const mp_interval_matrix& coordinates, std::size_t i, row sum) {
    for (std::size_t g = 0; g < e.generators.size(); ++g) add_multiple(sum, coordinates(i, g), e.generators[g].row);
    return sum;
  };
  const auto set_row = [&](mp_interval_matrix& a, std::size_t i, const row& values) {
    for (std::size_t c = 0; c < width; ++c) a(i, c) = values[c];
  };
  feature_space space;
  space.standard = true;
  space.exponents.assign(width, 0);
  space.gram = mp_interval_matrix(width, width, zero);
  for (std::size_t c = 0; c < width; ++c) {
    space.labels.push_back("e" + std::to_string(c));
    space.gram(c, c) = mp_interval(1, zero.bits());
  }
  space.sources = mp_interval_matrix(e.sources.rows(), width, zero);
  for (std::size_t j = 0; j < e.sources.rows(); ++j) set_row(space.sources, j, expand(e.sources, j, row(width, zero)));
  feature_spans spans{{std::move(space)}, {}};
  for (std::size_t l = 0; l < n; ++l) {
    const mp_interval_matrix b = rotated_coordinates(e, Q, l);
    stream_feedback stream{0, mp_interval_matrix(b.rows(), width, zero)};
    std::vector<row> arrays;
    for (const auto& array : e.arrays) arrays.push_back(rotated_row(array, Q, l));
    for (std::size_t ij = 0; ij < b.rows(); ++ij) {
      row sum(width, zero);
      for (std::size_t a = 0; a < arrays.size(); ++a) add_multiple(sum, e.array_weights(ij, a), arrays[a]);
      set_row(stream.feedback, ij, expand(b, ij, std::move(sum)));
    }
    spans.streams.push_back(std::move(stream));
  }
  return spans;
}

/// Without the sources.
feature_space space_of(std::vector<std::string> labels, const std::vector<const row*>& rows) {
  const std::size_t p = rows.size();
  feature_space space{std::move(labels), {}, false, mp_interval_matrix(p, p, mp_interval(0, 2)), {}};
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h <= g; ++h) space.gram(g, h) = space.gram(h, g) = inner(*rows[g], *rows[h]);
  for (std::size_t g = 0; g < p; ++g) {
    const mp_interval& square = space.gram(g, g);
    if (!is_finite(square)) throw not_certified("the norm of a generator could not be bounded");
    space.exponents.push_back(mpfr_zero_p(square.upper()) != 0 ? 0 : mpfr_get_exp(square.upper()) / 2);
  }
  for (std::size_t g = 0; g < p; ++g)
    for (std::size_t h = 0; h < p; ++h)
      space.gram(g, h) = times_power(space.gram(g, h), -space.exponents[g] - space.exponents[h]);
  return space;
}

/// The given columns, followed by the given further ones, in the coordinates of the scaled generators.
mp_interval_matrix scaled_coordinates(const mp_interval_matrix& on_generators,
                                      const std::vector<std::size_t>& generators, const mp_interval_matrix& on_arrays,
                                      const std::vector<std::size_t>& arrays, const std::vector<long>& exponents) {
  mp_interval_matrix r(on_generators.rows(), exponents.size(), mp_interval(0, 2));
  for (std::size_t i = 0; i < r.rows(); ++i) {
    std::size_t place = 0;
    for (const std::size_t g : generators) {
      r(i, place) = times_power(on_generators(i, g), exponents[place]);
      ++place;
    }
    for (const std::size_t a : arrays) {
      r(i, place) = times_power(on_arrays(i, a), exponents[place]);
      ++place;
    }
  }
  return r;
}

} // namespace

feedback residual_feedback(mixer_evaluation<mp_interval> e) {
  return {std::move(e.generators), std::move(e.arrays), std::move(e.state), std::move(e.dH), std::move(e.dH_arrays)};
}

feedback write_feedback(mixer_evaluation<mp_interval> e, const std::vector<double>& y) {
  const std::size_t n = e.H.rows(), m = n + 1, p = e.generators.size(), arrays = e.arrays.size();
  const mpfr_prec_t bits = e.H(0, 0).bits();
  const mp_interval zero(0, bits), one(1, bits);
  const auto with_column = [&](const mp_interval_matrix& a) { // for the further generator y
    mp_interval_matrix r(a.rows(), p + 1, zero);
    for (std::size_t i = 0; i < a.rows(); ++i)
      for (std::size_t g = 0; g < p; ++g) r(i, g) = a(i, g);
    return r;
  };
  feedback f{std::move(e.generators),
             std::move(e.arrays),
             mp_interval_matrix(m, p + 1, zero),
             {},
             mp_interval_matrix(n * m, arrays, zero)};
  f.generators.push_back({"y", {}});
  for (const double value : y) f.generators.back().row.emplace_back(value, bits);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t g = 0; g < p; ++g) f.sources(j, g) = e.state(j, g);
  f.sources(n, p) = one;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      f.derivatives.push_back(with_column(j < n ? e.dH[i * n + j] : e.dwrite[i]));
      for (std::size_t a = 0; a < arrays; ++a)
        f.array_weights(i * m + j, a) = j < n ? e.dH_arrays(i * n + j, a) : e.dwrite_arrays(i, a);
    }
  return f;
}

feedback without_arrays(feedback f) {
  if (f.arrays.empty()) return f;
  const std::size_t p = f.generators.size(), n = f.derivatives.front().rows();
  const std::size_t all = p + n * f.arrays.size();
  const mp_interval zero(0, f.array_weights(0, 0).bits());
  const auto widened = [&](const mp_interval_matrix& a) {
    mp_interval_matrix r(a.rows(), all, zero);
    for (std::size_t i = 0; i < a.rows(); ++i)
      for (std::size_t g = 0; g < p; ++g) r(i, g) = a(i, g);
    return r;
  };
  f.sources = widened(f.sources);
  for (std::size_t ij = 0; ij < f.derivatives.size(); ++ij) {
    f.derivatives[ij] = widened(f.derivatives[ij]);
    for (std::size_t a = 0; a < f.arrays.size(); ++a)
      for (std::size_t s = 0; s < n; ++s) f.derivatives[ij](s, p + a * n + s) = f.array_weights(ij, a);
  }
  for (generator_array<mp_interval>& array : f.arrays)
    for (std::size_t s = 0; s < n; ++s)
      f.generators.push_back({"row " + std::to_string(s) + " of " + array.label, std::move(array.rows[s])});
  f.arrays.clear();
  f.array_weights = {};
  return f;
}

feature_spans spans_of(const feedback& e, const matrix<mp_float>& rotation, std::size_t width,
                       const precision& precision) {
  const used_parts used = parts_used(e);
  if (!used.feedback || is_zero(e.sources.values())) return {};
  const mp_interval_matrix Q = enclose(rotation, precision.working);
  if (used.generators.size() + used.arrays.size() >= width) return spans_of_everything(e, Q, width);

  const std::size_t n = Q.rows();
  const mp_interval_matrix no_array(e.sources.rows(), e.arrays.size(), mp_interval(0, precision.working));
  std::vector<std::string> labels;
  std::vector<const row*> rows;
  for (const std::size_t g : used.generators) {
    labels.push_back(e.generators[g].label);
    rows.push_back(&e.generators[g].row);
  }
  for (const std::size_t a : used.arrays) labels.push_back(e.arrays[a].label);
  feature_spans spans;
  for (std::size_t l = 0; l < n; ++l) {
    if (l == 0 || !used.arrays.empty()) {
      std::vector<row> rotated;
      for (const std::size_t a : used.arrays) rotated.push_back(rotated_row(e.arrays[a], Q, l));
      std::vector<const row*> all = rows;
      for (const row& v : rotated) all.push_back(&v);
      feature_space space = space_of(labels, all);
      space.sources = scaled_coordinates(e.sources, used.generators, no_array, used.arrays, space.exponents);
      spans.spaces.push_back(std::move(space));
    }
    const std::size_t space = spans.spaces.size() - 1;
    spans.streams.push_back({space, scaled_coordinates(rotated_coordinates(e, Q, l), used.generators, e.array_weights,
                                                       used.arrays, spans.spaces[space].exponents)});
  }
  return spans;
}

} // namespace mixcert
