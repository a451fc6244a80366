#include "mixcert/jacobian/directional.hpp"

#include <vector>

namespace mixcert {
namespace {

template <class S> void add_inner(S& sum, const std::vector<S>& x, const matrix<S>& Z, std::size_t row) {
  for (std::size_t c = 0; c < x.size(); ++c) add_product(sum, x[c], Z(row, c));
}

/// <g, z_s> for every stream s and generator g.
template <class S> matrix<S> along_generators(const context<S>& context, const feedback<S>& f, const matrix<S>& Z) {
  matrix<S> r(Z.rows(), f.generators.size(), context.exact(0));
  for (std::size_t s = 0; s < r.rows(); ++s)
    for (std::size_t g = 0; g < r.cols(); ++g) add_inner(r(s, g), f.generators[g].row, Z, s);
  return r;
}

/// <W, Z> for every array W.
template <class S> std::vector<S> along_arrays(const context<S>& context, const feedback<S>& f, const matrix<S>& Z) {
  std::vector<S> r(f.arrays.size(), context.exact(0));
  for (std::size_t a = 0; a < r.size(); ++a)
    for (std::size_t s = 0; s < Z.rows(); ++s) add_inner(r[a], f.arrays[a].rows[s], Z, s);
  return r;
}

} // namespace

template <scalar S>
matrix<S> directional_derivative(const context<S>& context, const feedback<S>& f, const matrix<S>& Z) {
  const std::size_t outputs = f.frozen.rows(), n = Z.rows(), d = Z.cols(), m = f.sources.rows();
  const matrix<S> generators = along_generators(context, f, Z);
  const std::vector<S> arrays = along_arrays(context, f, Z);
  matrix<S> r(outputs, d, context.exact(0));
  for (std::size_t i = 0; i < outputs; ++i) {
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) add_product(r(i, c), f.frozen(i, s), Z(s, c));
    std::vector<S> on_generators(f.generators.size(), context.exact(0)); // sum_j <D_ij, Z> a_j
    for (std::size_t j = 0; j < m; ++j) {
      S slope = context.exact(0);
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t g = 0; g < f.generators.size(); ++g)
          add_product(slope, f.derivatives[i * m + j](s, g), generators(s, g));
      for (std::size_t a = 0; a < f.arrays.size(); ++a) add_product(slope, f.array_weights(i * m + j, a), arrays[a]);
      for (std::size_t g = 0; g < f.generators.size(); ++g) add_product(on_generators[g], slope, f.sources(j, g));
    }
    for (std::size_t g = 0; g < f.generators.size(); ++g)
      for (std::size_t c = 0; c < d; ++c) add_product(r(i, c), on_generators[g], f.generators[g].row[c]);
  }
  return r;
}

template <scalar S> matrix<S> adjoint_derivative(const context<S>& context, const feedback<S>& f, const matrix<S>& Z) {
  const std::size_t outputs = Z.rows(), n = f.frozen.cols(), d = Z.cols(), m = f.sources.rows();
  const std::size_t generators = f.generators.size();
  const matrix<S> along = along_generators(context, f, Z);
  matrix<S> on_generators(n, generators, context.exact(0)); // sum_ij <a_j, z_i> D_ij
  std::vector<S> on_arrays(f.arrays.size(), context.exact(0));
  for (std::size_t i = 0; i < outputs; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      S weight = context.exact(0); // <a_j, z_i>
      for (std::size_t g = 0; g < generators; ++g) add_product(weight, f.sources(j, g), along(i, g));
      const matrix<S>& D = f.derivatives[i * m + j];
      for (std::size_t c = 0; c < D.values().size(); ++c) add_product(on_generators.values()[c], weight, D.values()[c]);
      for (std::size_t a = 0; a < f.arrays.size(); ++a)
        add_product(on_arrays[a], weight, f.array_weights(i * m + j, a));
    }
  matrix<S> r(n, d, context.exact(0));
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t c = 0; c < d; ++c) {
      for (std::size_t i = 0; i < outputs; ++i) add_product(r(s, c), f.frozen(i, s), Z(i, c));
      for (std::size_t g = 0; g < generators; ++g) add_product(r(s, c), on_generators(s, g), f.generators[g].row[c]);
      for (std::size_t a = 0; a < f.arrays.size(); ++a) add_product(r(s, c), on_arrays[a], f.arrays[a].rows[s][c]);
    }
  return r;
}

template matrix<float64> directional_derivative(const context<float64>&, const feedback<float64>&,
                                                const matrix<float64>&);
template matrix<quad> directional_derivative(const context<quad>&, const feedback<quad>&, const matrix<quad>&);
template matrix<mp_interval> directional_derivative(const context<mp_interval>&, const feedback<mp_interval>&,
                                                    const matrix<mp_interval>&);

template matrix<float64> adjoint_derivative(const context<float64>&, const feedback<float64>&, const matrix<float64>&);
template matrix<quad> adjoint_derivative(const context<quad>&, const feedback<quad>&, const matrix<quad>&);
template matrix<mp_interval> adjoint_derivative(const context<mp_interval>&, const feedback<mp_interval>&,
                                                const matrix<mp_interval>&);

} // namespace mixcert
