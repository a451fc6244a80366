#include "mixcert/spectrum/schur.hpp"

#include <algorithm>
#include <utility>

namespace mixcert {
namespace {

using complex_matrix = matrix<complex_float>;

complex_float real_number(const mp_float& x) { return {x, constant_like(x, 0)}; }

complex_matrix identity(std::size_t n, mpfr_prec_t bits) {
  complex_matrix a(n, n, real_number(mp_float(bits)));
  for (std::size_t i = 0; i < n; ++i) a(i, i) = real_number(mp_float(1.0, bits));
  return a;
}

bool is_zero(const complex_float& z) { return mpfr_zero_p(z.re.get()) != 0 && mpfr_zero_p(z.im.get()) != 0; }
bool at_most(const mp_float& a, const mp_float& b) { return mpfr_lessequal_p(a.get(), b.get()) != 0; }

complex_float divided(const complex_float& z, const mp_float& x) { return {z.re / x, z.im / x}; }
complex_float times(const mp_float& x, const complex_float& z) { return {x * z.re, x * z.im}; }

/// G = [c s; -conj(s) c], unitary.
struct plane_rotation {
  mp_float c;
  complex_float s;
};

/// The one that takes (a, b) to (r, 0).
plane_rotation annihilating(const complex_float& a, const complex_float& b) {
  const mp_float size_a = modulus(a), size_b = modulus(b);
  mp_float norm(size_a.bits());
  mpfr_hypot(norm.get(), size_a.get(), size_b.get(), MPFR_RNDN);
  if (is_zero(b)) return {constant_like(norm, 1), real_number(constant_like(norm, 0))};
  if (is_zero(a)) return {constant_like(norm, 0), real_number(constant_like(norm, 1))};
  return {size_a / norm, divided(divided(a, size_a) * conj(b), norm)};
}

/// A <- G A in rows i and i + 1, from column `first` on.
void rotate_rows(complex_matrix& A, std::size_t i, const plane_rotation& G, std::size_t first) {
  for (std::size_t j = first; j < A.cols(); ++j) {
    complex_float x = times(G.c, A(i, j)) + G.s * A(i + 1, j);
    A(i + 1, j) = times(G.c, A(i + 1, j)) - conj(G.s) * A(i, j);
    A(i, j) = std::move(x);
  }
}

/// A <- A G* in columns i and i + 1, of the first `rows` rows.
void rotate_columns(complex_matrix& A, std::size_t i, const plane_rotation& G, std::size_t rows) {
  for (std::size_t k = 0; k < rows; ++k) {
    complex_float x = times(G.c, A(k, i)) + conj(G.s) * A(k, i + 1);
    A(k, i + 1) = times(G.c, A(k, i + 1)) - G.s * A(k, i);
    A(k, i) = std::move(x);
  }
}

void reduce_to_hessenberg(schur_guess& g) {
  const std::size_t n = g.T.rows();
  for (std::size_t k = 0; k + 2 < n; ++k)
    for (std::size_t i = n - 1; i >= k + 2; --i) {
      const plane_rotation G = annihilating(g.T(i - 1, k), g.T(i, k));
      rotate_rows(g.T, i - 1, G, k);
      rotate_columns(g.T, i - 1, G, n);
      rotate_columns(g.Q, i - 1, G, n);
      g.T(i, k) = real_number(constant_like(G.c, 0));
    }
}

/// The eigenvalue of the block of rows and columns last - 1, last that is nearer to its last entry (Wilkinson).
complex_float shift_of(const complex_matrix& T, std::size_t last) {
  const complex_float &a = T(last - 1, last - 1), &d = T(last, last);
  const complex_float half_difference{scaled(a.re - d.re, -1), scaled(a.im - d.im, -1)};
  const complex_float coupling = T(last - 1, last) * T(last, last - 1);
  complex_float root = sqrt(half_difference * half_difference + coupling);
  if (mpfr_sgn((half_difference.re * root.re + half_difference.im * root.im).get()) < 0) root = -root;
  const complex_float far = half_difference + root;
  return is_zero(far) ? d : d - coupling / far;
}

/// One step of QR with a shift on the rows and columns first..last, which are of Hessenberg form.
void qr_step(schur_guess& g, std::size_t first, std::size_t last, const complex_float& shift) {
  for (std::size_t i = first; i <= last; ++i) g.T(i, i) = g.T(i, i) - shift;
  std::vector<plane_rotation> rotations;
  for (std::size_t k = first; k < last; ++k) {
    rotations.push_back(annihilating(g.T(k, k), g.T(k + 1, k)));
    rotate_rows(g.T, k, rotations.back(), k);
    g.T(k + 1, k) = real_number(constant_like(g.T(k, k).re, 0));
  }
  for (std::size_t k = first; k < last; ++k) {
    rotate_columns(g.T, k, rotations[k - first], std::min(k + 2, last + 1));
    rotate_columns(g.Q, k, rotations[k - first], g.Q.rows());
  }
  for (std::size_t i = first; i <= last; ++i) g.T(i, i) = g.T(i, i) + shift;
}

mp_float largest_modulus(const complex_matrix& A, mpfr_prec_t bits) {
  mp_float largest(bits);
  for (const complex_float& z : A.values())
    if (const mp_float size = modulus(z); at_most(largest, size)) largest = size;
  return largest;
}

} // namespace

schur_guess guess_schur(const matrix<mp_float>& A, mpfr_prec_t bits) {
  const std::size_t n = A.rows();
  const mpfr_prec_t working = bits + 32;
  schur_guess g{identity(n, working),
                map(A, [&](const mp_float& x) { return real_number(mp_float(x.get(), working)); })};
  reduce_to_hessenberg(g);
  const mp_float of_the_norm = scaled(largest_modulus(g.T, working), -bits - 16);
  constexpr int patience = 40, exceptional_every = 6;
  int steps = 0;
  for (std::size_t last = n == 0 ? 0 : n - 1; last > 0;) {
    std::size_t first = last;
    for (; first > 0; --first) {
      const mp_float below = modulus(g.T(first, first - 1));
      const mp_float beside = scaled(modulus(g.T(first - 1, first - 1)) + modulus(g.T(first, first)), -bits - 16);
      if (at_most(below, beside) || (steps >= patience && at_most(below, of_the_norm))) break;
    }
    if (first > 0) g.T(first, first - 1) = real_number(mp_float(working));
    if (first == last || steps > 2 * patience) { // a guess may be bad, but must come
      --last;
      steps = 0;
      continue;
    }
    ++steps;
    complex_float shift = shift_of(g.T, last);
    if (steps % exceptional_every == 0) shift.re = shift.re + modulus(g.T(last, last - 1));
    qr_step(g, first, last, shift);
  }
  return g;
}

eigen_guess guess_eigenvectors(const schur_guess& schur, const mp_float& least_gap, mpfr_prec_t bits) {
  const std::size_t n = schur.T.rows();
  const auto with_bits = [&](const complex_float& z) {
    return complex_float{mp_float(z.re.get(), bits), mp_float(z.im.get(), bits)};
  };
  const complex_matrix T = map(schur.T, with_bits), Q = map(schur.Q, with_bits);
  const complex_float zero = real_number(mp_float(bits));
  eigen_guess r{complex_matrix(n, n, zero), {}};
  for (std::size_t j = 0; j < n; ++j) {
    r.values.push_back(T(j, j));
    std::vector<complex_float> x(n, zero);
    x[j] = real_number(mp_float(1.0, bits));
    for (std::size_t i = j; i-- > 0;) {
      complex_float sum = zero;
      for (std::size_t k = i + 1; k <= j; ++k) sum = sum + T(i, k) * x[k];
      if (is_zero(sum)) continue;
      complex_float gap = T(j, j) - T(i, i);
      if (at_most(modulus(gap), least_gap)) gap = real_number(least_gap);
      x[i] = sum / gap;
    }
    mp_float square(bits);
    for (const complex_float& z : x) square = square + z.re * z.re + z.im * z.im;
    mpfr_sqrt(square.get(), square.get(), MPFR_RNDN);
    for (std::size_t i = 0; i < n; ++i) {
      complex_float sum = zero;
      for (std::size_t k = 0; k <= j; ++k) sum = sum + Q(i, k) * x[k];
      r.X(i, j) = divided(sum, square);
    }
  }
  return r;
}

matrix<complex_float> guess_inverse(matrix<complex_float> A) {
  const std::size_t n = A.rows();
  if (n == 0) return A;
  complex_matrix inverse = identity(n, A(0, 0).re.bits());
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (!at_most(modulus(A(i, k)), modulus(A(pivot, k)))) pivot = i;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(A(k, j), A(pivot, j));
      std::swap(inverse(k, j), inverse(pivot, j));
    }
    const complex_float divisor = A(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      A(k, j) = A(k, j) / divisor;
      inverse(k, j) = inverse(k, j) / divisor;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || is_zero(A(i, k))) continue;
      const complex_float factor = A(i, k);
      for (std::size_t j = 0; j < n; ++j) {
        A(i, j) = A(i, j) - factor * A(k, j);
        inverse(i, j) = inverse(i, j) - factor * inverse(k, j);
      }
    }
  }
  return inverse;
}

} // namespace mixcert
