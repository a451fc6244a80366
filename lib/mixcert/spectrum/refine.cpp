#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/spectrum/guess.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

// One-sided Jacobi rotations (Hestenes 1958) turn G = A V until its columns are orthogonal, so that G = U diag(sigma).
// They start from the V of the binary64 guess: the columns of G are then orthogonal as far as binary64 can see. Each
// sweep squares what is left, and none needs the values to be separated: multiple and zero values are nothing special.

namespace mixcert {
namespace {

using column = std::vector<mp_float>;

std::vector<column> columns_of(const matrix<mp_float>& a) {
  std::vector<column> columns(a.cols());
  for (std::size_t j = 0; j < a.cols(); ++j)
    for (std::size_t i = 0; i < a.rows(); ++i) columns[j].push_back(a(i, j));
  return columns;
}

matrix<mp_float> from_columns(const std::vector<column>& columns) {
  matrix<mp_float> a(columns.front().size(), columns.size(), columns.front().front());
  for (std::size_t j = 0; j < a.cols(); ++j)
    for (std::size_t i = 0; i < a.rows(); ++i) a(i, j) = columns[j][i];
  return a;
}

template <class T> std::vector<T> in_order(const std::vector<T>& list, const std::vector<std::size_t>& order) {
  std::vector<T> r;
  for (const std::size_t j : order) r.push_back(list[j]);
  return r;
}

/// The indices by descending values.
std::vector<std::size_t> descending_order(const std::vector<mp_float>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return mpfr_greater_p(values[i].get(), values[j].get()) != 0; });
  return order;
}

mp_float dot(const column& x, const column& y) {
  mp_float sum(x.front().bits());
  for (std::size_t i = 0; i < x.size(); ++i) add_product(sum, x[i], y[i]);
  return sum;
}

mp_float root(mp_float x) {
  mpfr_sqrt(x.get(), x.get(), MPFR_RNDN);
  return x;
}

mp_float magnitude(mp_float x) {
  mpfr_abs(x.get(), x.get(), MPFR_RNDN);
  return x;
}

bool less(const mp_float& a, const mp_float& b) { return mpfr_less_p(a.get(), b.get()) != 0; }

/// (x, y) <- (c x - s y, s x + c y)
void rotate(column& x, column& y, const mp_float& c, const mp_float& s) {
  mp_float turned(c.bits());
  for (std::size_t i = 0; i < x.size(); ++i) {
    mpfr_fmms(turned.get(), c.get(), x[i].get(), s.get(), y[i].get(), MPFR_RNDN);
    mpfr_fmma(y[i].get(), s.get(), x[i].get(), c.get(), y[i].get(), MPFR_RNDN);
    std::swap(x[i], turned);
  }
}

/// One sweep: makes each pair of columns of G orthogonal in turn, unless the component of the shorter one along the
/// longer is at most `negligible`, and applies the same rotations to V. Returns whether there was any.
bool rotate_all_pairs(std::vector<column>& G, std::vector<column>& V, const mp_float& negligible) {
  std::vector<mp_float> square;
  for (const column& g : G) square.push_back(dot(g, g));
  bool any = false;
  for (std::size_t i = 0; i < G.size(); ++i)
    for (std::size_t j = i + 1; j < G.size(); ++j) {
      const mp_float product = dot(G[i], G[j]);
      const mp_float& longer = less(square[i], square[j]) ? square[j] : square[i];
      if (!less(negligible * negligible * longer, product * product)) continue;
      any = true;
      const mp_float one = constant_like(product, 1);
      const mp_float cotangent_of_double = (square[j] - square[i]) / scaled(product, 1);
      const mp_float positive =
          one / (magnitude(cotangent_of_double) + root(cotangent_of_double * cotangent_of_double + one));
      const mp_float tangent = mpfr_signbit(cotangent_of_double.get()) != 0 ? -positive : positive;
      const mp_float cosine = one / root(tangent * tangent + one);
      rotate(G[i], G[j], cosine, cosine * tangent);
      rotate(V[i], V[j], cosine, cosine * tangent);
      square[i] = dot(G[i], G[i]);
      square[j] = dot(G[j], G[j]);
    }
  return any;
}

/// x minus its components along the orthonormal columns u. Twice, as the first pass leaves rounding errors of the size
/// of what it removes.
void make_orthogonal(column& x, const std::vector<column>& u) {
  for (int pass = 0; pass < 2; ++pass)
    for (const column& direction : u) {
      const mp_float along = -dot(direction, x);
      for (std::size_t i = 0; i < x.size(); ++i) add_product(x[i], along, direction[i]);
    }
}

/// The unit vector with the smallest component in the span of the orthonormal columns u.
column farthest_unit_vector(std::size_t size, const std::vector<column>& u, mpfr_prec_t bits) {
  std::vector<double> inside(size, 0.0);
  for (const column& direction : u)
    for (std::size_t i = 0; i < size; ++i) inside[i] += std::pow(to_double(direction[i]), 2);
  const auto least = std::min_element(inside.begin(), inside.end()) - inside.begin();
  column x(size, mp_float(bits));
  x[static_cast<std::size_t>(least)] = mp_float(1.0, bits);
  return x;
}

/// An orthonormal basis of what the columns span, in their order (Gram and Schmidt). A column of which no more than
/// `negligible` is new is replaced by any direction that is.
std::vector<column> orthonormalised(const std::vector<column>& columns, const mp_float& negligible) {
  std::vector<column> u;
  for (column x : columns) {
    make_orthogonal(x, u);
    if (!less(negligible, root(dot(x, x)))) {
      x = farthest_unit_vector(x.size(), u, negligible.bits());
      make_orthogonal(x, u);
    }
    const mp_float norm = root(dot(x, x));
    for (mp_float& entry : x) entry = entry / norm;
    u.push_back(std::move(x));
  }
  return u;
}

} // namespace

svd_guess<mp_float> refine_svd(const matrix<mp_float>& a, mpfr_prec_t bits) {
  if (a.values().empty()) return {{a.rows(), 0, std::vector<mp_float>{}}, {}, {a.cols(), 0, std::vector<mp_float>{}}};
  if (a.rows() < a.cols()) {
    svd_guess<mp_float> transposed = refine_svd(transpose(a), bits);
    std::swap(transposed.U, transposed.V);
    return transposed;
  }
  const mpfr_prec_t working = bits + 32;
  const long exponent = largest_exponent(a);
  const auto near_one = [&](const mp_float& x) { return mp_float(scaled(x, -exponent).get(), working); };
  const auto lift = [&](double x) { return mp_float(x, working); };
  const matrix<mp_float> A = map(a, near_one); // to working precision, which `bits` does not notice
  const mp_float negligible = scaled(mp_float(1.0, working), -bits - 8);

  const svd_guess<double> start = guess_svd(map(A, [](const mp_float& x) { return to_double(x); }));
  std::vector<column> V = orthonormalised(columns_of(map(start.V, lift)), lift(0.5));
  std::vector<column> G = columns_of(multiply(A, from_columns(V)));
  constexpr int most_sweeps = 60;
  for (int sweep = 0; sweep < most_sweeps && rotate_all_pairs(G, V, negligible); ++sweep) continue;

  std::vector<mp_float> length;
  for (const column& g : G) length.push_back(root(dot(g, g)));
  const std::vector<std::size_t> by_length = descending_order(length);
  G = in_order(G, by_length);
  V = in_order(V, by_length);
  std::vector<column> U = orthonormalised(G, negligible);

  // Rounding may leave a value that should be 0 negative, and close ones out of order.
  std::vector<mp_float> sigma;
  for (std::size_t j = 0; j < G.size(); ++j) {
    sigma.push_back(dot(U[j], G[j]));
    if (mpfr_signbit(sigma[j].get()) != 0) {
      sigma[j] = -sigma[j];
      for (mp_float& x : U[j]) x = -x;
    }
  }
  const std::vector<std::size_t> by_value = descending_order(sigma);
  sigma = in_order(sigma, by_value);
  for (mp_float& x : sigma) x = scaled(x, exponent);
  return {from_columns(in_order(U, by_value)), std::move(sigma), from_columns(in_order(V, by_value))};
}

} // namespace mixcert
