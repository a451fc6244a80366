#include "rational_maps.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace mixcert::test {
namespace {

/// A number and its derivative along one direction.
struct dual {
  mpq_class value = 0, slope = 0;
};

dual operator+(const dual& x, const dual& y) { return {x.value + y.value, x.slope + y.slope}; }
dual operator-(const dual& x, const dual& y) { return {x.value - y.value, x.slope - y.slope}; }
dual operator*(const dual& x, const dual& y) { return {x.value * y.value, x.slope * y.value + x.value * y.slope}; }
dual operator/(const dual& x, const dual& y) {
  const mpq_class quotient = x.value / y.value;
  return {quotient, (x.slope - quotient * y.slope) / y.value};
}
dual number(const mpq_class& x) { return {x, 0}; }

mpq_class root(const mpq_class& x) {
  if (x <= 0 || mpz_perfect_square_p(x.get_num_mpz_t()) == 0 || mpz_perfect_square_p(x.get_den_mpz_t()) == 0)
    throw std::domain_error("the root of " + x.get_str() + " is no positive fraction");
  return mpq_class(sqrt(x.get_num()), sqrt(x.get_den()));
}

dual sqrt(const dual& x) {
  const mpq_class r = root(x.value);
  return {r, x.slope / (2 * r)};
}

using duals = std::vector<dual>;
using dual_matrix = matrix<dual>;

dual_matrix identity(std::size_t n) {
  dual_matrix I(n, n, dual{});
  for (std::size_t i = 0; i < n; ++i) I(i, i) = number(1);
  return I;
}

dual_matrix times(const dual_matrix& a, const dual_matrix& b) {
  dual_matrix c(a.rows(), b.cols(), dual{});
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j) c(i, j) = c(i, j) + a(i, k) * b(k, j);
  return c;
}

dual_matrix combined(const dual_matrix& a, const dual& factor, const dual_matrix& b) {
  dual_matrix c = a;
  for (std::size_t i = 0; i < c.values().size(); ++i) c.values()[i] = c.values()[i] + factor * b.values()[i];
  return c;
}

dual_matrix kronecker(const dual_matrix& a, const dual_matrix& b) {
  dual_matrix c(a.rows() * b.rows(), a.cols() * b.cols(), dual{});
  for (std::size_t i = 0; i < c.rows(); ++i)
    for (std::size_t j = 0; j < c.cols(); ++j) c(i, j) = a(i / b.rows(), j / b.cols()) * b(i % b.rows(), j % b.cols());
  return c;
}

/// By Gauss and Jordan.
dual_matrix inverse(dual_matrix a) {
  const std::size_t n = a.rows();
  dual_matrix r = identity(n);
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t top = p;
    while (a(top, p).value == 0) ++top;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a(p, j), a(top, j));
      std::swap(r(p, j), r(top, j));
    }
    const dual pivot = a(p, p);
    for (std::size_t j = 0; j < n; ++j) {
      a(p, j) = a(p, j) / pivot;
      r(p, j) = r(p, j) / pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      const dual factor = a(i, p);
      for (std::size_t j = 0; j < n; ++j) {
        a(i, j) = a(i, j) - factor * a(p, j);
        r(i, j) = r(i, j) - factor * r(p, j);
      }
    }
  }
  return r;
}

/// The parameters above the diagonal, row by row, and their negatives below.
dual_matrix skew(std::size_t n, const dual* p) {
  dual_matrix A(n, n, dual{});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j, ++p) {
      A(i, j) = *p;
      A(j, i) = dual{} - *p;
    }
  return A;
}

/// Squares of the blocks of (I - A)(I + A)^-1, summed and divided by s.
dual_matrix energies(std::size_t f, std::size_t s, const dual* p) {
  const dual_matrix A = skew(f * s, p), I = identity(f * s);
  const dual_matrix Q = times(combined(I, number(-1), A), inverse(combined(I, number(1), A)));
  dual_matrix U(f, f, dual{});
  for (std::size_t i = 0; i < f * s; ++i)
    for (std::size_t j = 0; j < f * s; ++j)
      U(i / s, j / s) = U(i / s, j / s) + Q(i, j) * Q(i, j) / number(static_cast<unsigned long>(s));
  return U;
}

/// Where all logits are equal.
duals softmax(const duals& logits) {
  const mpq_class k = static_cast<unsigned long>(logits.size());
  mpq_class mean = 0;
  for (const dual& x : logits) {
    if (x.value != logits.front().value) throw std::domain_error("a softmax of different logits is no fraction");
    mean += x.slope / k;
  }
  duals r;
  for (const dual& x : logits) r.push_back({1 / k, (x.slope - mean) / k});
  return r;
}

/// The input, in fractions.
class site {
 public:
  explicit site(const mixer_input& input) : input_(input) {}
  std::size_t n() const { return input_.state.rows(); }
  std::size_t size() const { return input_.state.values().size(); }
  mpq_class at(const char* name, std::size_t i = 0) const { return rational(input_.parameters.at(name).at(i)); }
  dual constant(const char* key) const {
    const mixcert::rational x = input_.convention.at(key).number().value(context<mixcert::rational>{});
    return number(mpq_class(x.get()));
  }
  const std::string& word(const char* key) const { return input_.convention.at(key).text(); }

 private:
  const mixer_input& input_;
};

dual sum_of_squares(const duals& x) {
  dual sum;
  for (const dual& value : x) sum = sum + value * value;
  return sum;
}

dual size_of(const duals& x) { return number(static_cast<unsigned long>(x.size())); }

/// a_res z W_res + b_res with z = norm.weight o x / sqrt(mean(x^2) + norm_eps).
duals rms_parameters(const site& s, const duals& x, std::size_t count) {
  const dual r = sqrt(sum_of_squares(x) / size_of(x) + s.constant("norm_eps"));
  duals p;
  for (std::size_t l = 0; l < count; ++l) {
    dual sum;
    for (std::size_t c = 0; c < x.size(); ++c)
      sum = sum + number(s.at("norm.weight", c) * s.at("W_res", c * count + l)) * x[c] / r;
    p.push_back(number(s.at("a_res")) * sum + number(s.at("b_res", l)));
  }
  return p;
}

using mixer_of_state = std::function<dual_matrix(const site&, const duals&)>;

dual_matrix given(const site& s, const duals&) {
  dual_matrix H(s.n(), s.n(), dual{});
  for (std::size_t c = 0; c < s.n() * s.n(); ++c) H.values()[c] = number(s.at("H", c));
  return H;
}

dual_matrix go_mhc(const site& s, const duals& x) {
  const std::size_t side = s.constant("s").value.get_num().get_ui(), k = s.n() * side;
  return energies(s.n(), side, rms_parameters(s, x, k * (k - 1) / 2).data());
}

dual_matrix krom_go(const site& s, const duals& x) {
  if (s.n() != 4 || s.word("factors") != "binary" || s.word("s") != "1")
    throw std::invalid_argument("two factors of s = 1 are written out");
  const duals p = rms_parameters(s, x, 2);
  return kronecker(energies(2, 1, p.data()), energies(2, 1, p.data() + 1));
}

dual_matrix jpmhc(const site& s, const duals& x) {
  dual mean;
  for (const dual& value : x) mean = mean + value / size_of(x);
  duals z = x;
  for (dual& value : z) value = value - mean;
  const dual r = sqrt(sum_of_squares(z) / size_of(x) + s.constant("norm_eps"));
  for (std::size_t c = 0; c < z.size(); ++c)
    z[c] = z[c] / r * number(s.at("layer_norm.weight", c)) + number(s.at("layer_norm.bias", c));
  const std::size_t n = s.n(), first = 2 * n * n;
  dual_matrix W(n, n, dual{});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      dual logit = number(s.at("fused_proj.bias", first + i * n + j));
      for (std::size_t c = 0; c < z.size(); ++c)
        logit = logit + number(s.at("fused_proj.weight", (first + i * n + j) * s.size() + c)) * z[c];
      W(i, j) = W(i, j) + logit;
      W(j, i) = W(j, i) - logit;
    }
  const dual alpha = s.constant("cayley_alpha");
  const dual_matrix I = identity(n);
  dual_matrix Y = combined(I, alpha, W);
  for (mpz_class t = 0; t < s.constant("iterations").value.get_num(); ++t)
    Y = combined(I, alpha / number(2), times(W, combined(I, number(1), Y)));
  return Y;
}

dual_matrix circulant(const site& s, const duals& x) {
  const std::size_t n = s.n();
  const dual r = sqrt(sum_of_squares(x) / size_of(x)) + s.constant("norm_eps");
  duals logits;
  for (std::size_t k = 2 * n; k < 3 * n; ++k) {
    dual sum;
    for (std::size_t c = 0; c < x.size(); ++c) sum = sum + number(s.at("phi.weight", k * s.size() + c)) * x[c];
    logits.push_back(number(s.at("alpha")) * sum / r + number(s.at("b", k)));
  }
  const duals p = softmax(logits);
  const dual gamma = s.constant("gamma");
  dual_matrix H(n, n, dual{});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t k = (j + n - i) % n;
      H(i, j) = gamma * p[k] + (k == 0 ? number(1) - gamma : dual{});
    }
  return H;
}

dual_matrix mhc_lite(const site& s, const duals& x) {
  const std::size_t n = s.n();
  std::vector<std::size_t> permutation(n);
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  std::vector<std::vector<std::size_t>> all;
  do all.push_back(permutation);
  while (std::next_permutation(permutation.begin(), permutation.end()));
  const dual factor = sqrt(size_of(x) / sum_of_squares(x)); // the norm is above its clamp
  const std::size_t columns = n + all.size();
  duals logits;
  for (std::size_t k = n; k < columns; ++k) {
    dual sum;
    for (std::size_t c = 0; c < x.size(); ++c)
      sum = sum + (s.constant("gamma_offset") + number(s.at("norm.gamma", c))) * x[c] *
                      number(s.at("dynamic_alpha_fn", c * columns + k));
    logits.push_back(number(s.at("residual_scale")) * factor * sum + number(s.at("static_alpha", k)));
  }
  const duals weights = softmax(logits);
  dual_matrix H(n, n, dual{}); // a^T, a = sum_r c_r P_r, P_r[i, perm(i)] = 1
  for (std::size_t r = 0; r < all.size(); ++r)
    for (std::size_t i = 0; i < n; ++i) H(all[r][i], i) = H(all[r][i], i) + weights[r];
  return H;
}

/// With v = e_0: (a / sqrt 3)^2 and H are fractions of the root of ||X||^2 / 2.
dual_matrix cayley(const site& s, const duals& x) {
  const std::size_t d = s.size() / 3;
  const dual r = sqrt(sum_of_squares(x) / number(2));
  const dual b = s.constant("K") * (x[0] + x[d] - number(2) * x[2 * d]) / (number(12) * r); // a / sqrt 3
  const dual norm = number(1) + number(3) * b * b;
  dual_matrix H = identity(3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      H(i, j) = H(i, j) - number(2) * b * b / norm * number(i == j ? 2 : -1);
      if (i != j) H(i, j) = H(i, j) + number(2) * b / norm * number((i + 2) % 3 == j ? 1 : -1);
    }
  return H;
}

/// Where the logit is zero.
dual_matrix balanced(const site& s, const duals& x) {
  const dual m = (x[0] + x[1]) / number(2), delta = (x[0] - x[1]) / number(2);
  const dual z = s.constant("K") * m / sqrt(m * m + delta * delta + s.constant("epsilon"));
  if (z.value != 0) throw std::domain_error("a sigmoid of a number that is not zero is no fraction");
  const dual p{mpq_class(1, 2), z.slope / 2}, q = number(1) - p;
  return {2, 2, {p, q, q, p}};
}

const std::map<std::string, mixer_of_state> maps = {
    {"static", given},        {"go-mhc", go_mhc},     {"krom-go", krom_go}, {"jpmhc", jpmhc},
    {"circulant", circulant}, {"mhc-lite", mhc_lite}, {"cayley", cayley},   {"balanced", balanced}};

} // namespace

rational_matrix exact_jacobian(const std::string& mixer, const mixer_input& input) {
  const auto map_of = maps.find(mixer);
  if (map_of == maps.end()) throw std::invalid_argument("the map of " + mixer + " is not written out in fractions");
  const site s(input);
  const std::size_t n = s.n(), size = s.size();
  rational_matrix J = rational_zero(size, size);
  for (std::size_t column = 0; column < size; ++column) {
    duals x;
    for (const double value : input.state.values()) x.push_back(number(rational(value)));
    x[column].slope = 1;
    const dual_matrix Y = times(map_of->second(s, x), dual_matrix(n, size / n, x));
    for (std::size_t row = 0; row < size; ++row) J(row, column) = Y.values()[row].slope;
  }
  return J;
}

} // namespace mixcert::test
