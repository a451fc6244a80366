#include "recomputed.hpp"

#include "certified.hpp"

#include "mixcert/certificate/dyadic.hpp"

#include <algorithm>

using mixcert::mp_interval;

namespace {

constexpr mpfr_prec_t bits = 400;

rational_matrix witness(const mixcert::certificate& c, std::string_view type, const char* name) {
  return rational(from_dyadic(claim_of(c, type).matrices.at(name), bits));
}

rational_matrix middle(const mixcert::matrix<mp_interval>& a) {
  return map(a, [](const mp_interval& x) { return rational(midpoint(x, bits)); });
}

/// The generators that the certificate names, one a row, and the mixer's arrays in their coordinates.
struct data {
  rational_matrix G, state;
  std::vector<rational_matrix> dH;
};

data data_of(const mixcert::certificate& c, const mixcert::mixer_evaluation<mp_interval>& evaluation, std::size_t d) {
  rational_matrix all = rational_zero(evaluation.generators.size(), d);
  for (std::size_t g = 0; g < all.rows(); ++g)
    for (std::size_t k = 0; k < d; ++k) all(g, k) = rational(midpoint(evaluation.generators[g].row[k], bits));
  const mixcert::claim& claim = claim_of(c, "generators");
  const std::vector<std::string>& labels = claim.names.at("generators");
  const std::vector<long>& exponents = claim.integers.at("exponents");
  const std::size_t p = labels.size();
  if (p == d && labels.front() == "e0") {
    data r{rational_identity(d), times(middle(evaluation.state), all), {}};
    for (const auto& dH : evaluation.dH) r.dH.push_back(times(middle(dH), all));
    return r;
  }
  std::vector<std::size_t> source(p);
  rational_matrix G = rational_zero(p, d);
  for (std::size_t g = 0; g < p; ++g) {
    while (evaluation.generators.at(source[g]).label != labels[g]) ++source[g];
    for (std::size_t k = 0; k < d; ++k) G(g, k) = all(source[g], k) * power_of_two(-exponents[g]);
  }
  const auto coordinates = [&](const mixcert::matrix<mp_interval>& a) {
    rational_matrix r = rational_zero(a.rows(), p);
    for (std::size_t i = 0; i < a.rows(); ++i)
      for (std::size_t g = 0; g < p; ++g)
        r(i, g) = rational(midpoint(a(i, source[g]), bits)) * power_of_two(exponents[g]);
    return r;
  };
  data r{G, coordinates(evaluation.state), {}};
  for (const auto& dH : evaluation.dH) r.dH.push_back(coordinates(dH));
  return r;
}

rational_matrix solve_transposed(const rational_matrix& R, rational_matrix D) {
  for (std::size_t i = 0; i < D.rows(); ++i)
    for (std::size_t j = 0; j < D.cols(); ++j) {
      for (std::size_t k = 0; k < i; ++k) D(i, j) -= R(k, i) * D(k, j);
      D(i, j) /= R(i, i);
    }
  return D;
}

/// W of theorem T3 (b).
rational_matrix feedback(const data& x, const rational_matrix& P, const rational_matrix& Q) {
  const std::size_t n = P.rows(), p = x.G.rows();
  rational_matrix W = rational_zero(n * p, n * p);
  for (std::size_t i = 0; i < n; ++i) {
    rational_matrix output = rational_zero(p, n * p); // sum_j a_j b_{l,ij}^T for every l
    for (std::size_t j = 0; j < n; ++j) {
      const rational_matrix b = times(transpose(Q), x.dH[i * n + j]);
      for (std::size_t g = 0; g < p; ++g)
        if (x.state(j, g) != 0)
          for (std::size_t k = 0; k < n * p; ++k) output(g, k) += x.state(j, g) * b(k / p, k % p);
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t g = 0; g < p; ++g)
        for (std::size_t m = 0; m < n * p; ++m) W(k * p + g, m) += P(i, k) * output(g, m);
  }
  return W;
}

std::vector<mpq_class> column(const rational_matrix& a) { return a.values(); }

mpq_class root(const mpq_class& x) { return root_up(x); }

} // namespace

recomputed_bounds recompute(const mixcert::certificate& c, const mixcert::mixer_evaluation<mp_interval>& evaluation,
                            std::size_t d) {
  recomputed_bounds r;
  const std::size_t n = evaluation.H.rows(), p = claim_of(c, "generators").names.at("generators").size();
  const rational_matrix P = witness(c, "rotation", "P"), Q = witness(c, "rotation", "Q");
  const std::vector<mpq_class> s = column(witness(c, "rotation", "s"));
  r.alpha = frobenius(gram_minus_identity(P));
  r.beta = frobenius(gram_minus_identity(Q));
  r.nu = frobenius(minus(times(times(transpose(P), middle(evaluation.H)), Q), rational_diagonal(s)));
  const mpq_class low = root((1 + r.alpha) * (1 + r.beta)), high = root((1 - r.alpha) * (1 - r.beta));
  const auto undone = [&](const mpq_class& sigma, const mpq_class& lower, const mpq_class& upper) {
    const mpq_class a = std::max(mpq_class(0), lower) / low, b = upper / high;
    r.radius = std::max({r.radius, mpq_class(sigma - a), mpq_class(b - sigma)});
    return std::pair(a, b);
  };
  for (const mpq_class& x : s) r.frozen.push_back(undone(x, x - r.nu, x + r.nu));
  if (p == 0) return r;

  const data x = data_of(c, evaluation, d);
  const rational_matrix R = witness(c, "basis", "R"), basis = kronecker(rational_identity(n), R);
  const rational_matrix W = feedback(x, P, Q), RW = times(basis, W), WRt = times(W, transpose(basis)),
                        M = times(RW, transpose(basis));
  const rational_matrix K = times(x.G, transpose(x.G)), D = minus(K, times(transpose(R), R));
  mpq_class basis_error;
  if (claim_of(c, "basis").bounds.count("phi") != 0) {
    r.phi = frobenius(solve_transposed(R, transpose(solve_transposed(R, D))));
    basis_error = (2 + *r.phi) * *r.phi * frobenius(M);
  } else {
    r.t = root(frobenius_squared(D) * static_cast<unsigned long>(p));
    const mpq_class theta = root(*r.t);
    basis_error = theta * (frobenius(RW) + frobenius(WRt) + theta * frobenius(W));
  }
  rational_matrix C0 = M;
  for (std::size_t k = 0; k < n * p; ++k) C0(k, k) += s[k / p];
  const rational_matrix C = witness(c, "core", "C"), U = witness(c, "svd", "U"), V = witness(c, "svd", "V");
  const std::vector<mpq_class> sigma = column(witness(c, "svd", "sigma"));
  r.epsilon = frobenius(minus(C0, C)) + basis_error + r.nu;
  r.f = frobenius(gram_minus_identity(V));
  r.g = frobenius(gram_minus_identity(U));
  r.e = frobenius(minus(times(times(U, rational_diagonal(sigma)), transpose(V)), C));
  const mpq_class shrink = root((1 - r.f) * (1 - r.g)), grow = root((1 + r.f) * (1 + r.g)), shift = r.e + r.epsilon;
  for (const mpq_class& y : sigma) r.core.push_back(undone(y, y * shrink - shift, y * grow + shift));
  return r;
}
