#include "textbook.hpp"

#include "mixcert/scalar/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace textbook {
namespace {

tally counts;

tally taken() { return std::exchange(counts, {}); }

struct number {
  double value;
};

number operator+(number a, number b) { return ++counts.additions, number{a.value + b.value}; }
number operator-(number a, number b) { return ++counts.additions, number{a.value - b.value}; }
number operator*(number a, number b) { return ++counts.multiplications, number{a.value * b.value}; }
number operator/(number a, number b) { return ++counts.divisions, number{a.value / b.value}; }
number operator-(number a) { return {-a.value}; }
number root(number a) { return ++counts.roots, number{std::sqrt(a.value)}; }
number exp(number a) { return ++counts.exponentials, number{std::exp(a.value)}; }
number tanh(number a) { return ++counts.exponentials, number{std::tanh(a.value)}; }
number sigmoid(number a) { return number{1} / (number{1} + exp(-a)); }
number largest(number a, number b) { return a.value < b.value ? b : a; }

using row = std::vector<number>;
using square = mixcert::matrix<number>;

row numbers(const std::vector<double>& values) {
  row r;
  for (const double x : values) r.push_back({x});
  return r;
}
row part(const row& x, std::size_t first, std::size_t count) {
  const auto begin = x.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}
number total(const row& x) { return std::accumulate(x.begin() + 1, x.end(), x.front()); }
row times(const row& a, const row& b) {
  row r;
  for (std::size_t i = 0; i < a.size(); ++i) r.push_back(a[i] * b[i]);
  return r;
}
row times(number a, const row& b) { return times(row(b.size(), a), b); }
row plus(const row& a, const row& b) {
  row r;
  for (std::size_t i = 0; i < a.size(); ++i) r.push_back(a[i] + b[i]);
  return r;
}
number dot(const row& a, const row& b) { return total(times(a, b)); }
row row_of(const square& a, std::size_t i) { return part(a.values(), i * a.cols(), a.cols()); }
square product(const square& a, const square& b) {
  const square columns = transpose(b);
  square c(a.rows(), b.cols(), number{0});
  for (std::size_t i = 0; a.cols() > 0 && i < c.rows(); ++i)
    for (std::size_t j = 0; j < c.cols(); ++j) c(i, j) = dot(row_of(a, i), row_of(columns, j));
  return c;
}

row rms(const row& x, double epsilon) {
  const number mean = dot(x, x) / number{double(x.size())};
  return times(number{1} / root(mean + number{epsilon}), x);
}
row clamped(const row& x, double clamp) {
  return times(number{std::sqrt(double(x.size()))} / largest(root(dot(x, x)), number{clamp}), x);
}
row layer(const row& x, double epsilon) {
  const number mean = total(x) / number{double(x.size())};
  row y;
  for (const number v : x) y.push_back(v - mean);
  return rms(y, epsilon);
}
row softmax(const row& x) {
  row e;
  for (const number v : x) e.push_back(exp(v));
  const number sum = total(e);
  for (number& v : e) v = v / sum;
  return e;
}

/// By max(sum + added, clamp).
void divide_rows(square& a, std::optional<double> added, double clamp) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    number sum = total(row_of(a, i));
    if (added) sum = sum + number{*added};
    for (std::size_t j = 0; j < a.cols(); ++j) a(i, j) = a(i, j) / largest(sum, number{clamp});
  }
}
void divide_columns(square& a, std::optional<double> added, double clamp) {
  a = transpose(a);
  divide_rows(a, added, clamp);
  a = transpose(a);
}

/// In place, pivots as they come.
square inverse(square a) {
  const std::size_t k = a.rows();
  for (std::size_t p = 0; p < k; ++p) {
    const number pivot = number{1} / a(p, p);
    a(p, p) = pivot;
    for (std::size_t j = 0; j < k; ++j)
      if (j != p) a(p, j) = a(p, j) * pivot;
    for (std::size_t i = 0; i < k; ++i) {
      if (i == p) continue;
      for (std::size_t j = 0; j < k; ++j)
        if (j != p) a(i, j) = a(i, j) - a(i, p) * a(p, j);
      a(i, p) = -(a(i, p) * pivot);
    }
  }
  return a;
}
/// 2 (I + A)^-1 - I for the skew A of these numbers above the diagonal, row by row.
square cayley(std::size_t k, const row& above) {
  square a(k, k, number{0});
  std::size_t next = 0;
  for (std::size_t i = 0; i < k; ++i) {
    a(i, i) = {1};
    for (std::size_t j = i + 1; j < k; ++j, ++next) {
      a(i, j) = above[next];
      a(j, i) = -above[next];
    }
  }
  square Q = inverse(a);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      Q(i, j) = number{2} * Q(i, j);
      if (i == j) Q(i, j) = Q(i, j) - number{1};
    }
  return Q;
}
square block_energies(const square& Q, std::size_t f, std::size_t s) {
  square U(f, f, number{0});
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j < f; ++j) {
      row squares;
      for (std::size_t c = 0; c < s * s; ++c) {
        const number q = Q(i * s + c / s, j * s + c % s);
        squares.push_back(q * q);
      }
      U(i, j) = total(squares) / number{double(s)};
    }
  return U;
}
square permutation_mixture(std::size_t f, const row& logits) {
  const row c = softmax(logits);
  std::vector<std::size_t> p(f);
  std::iota(p.begin(), p.end(), std::size_t{0});
  std::vector<row> terms(f * f);
  std::size_t r = 0;
  do {
    for (std::size_t i = 0; i < f; ++i) terms[i * f + p[i]].push_back(c[r]);
    ++r;
  } while (std::next_permutation(p.begin(), p.end()));
  square U(f, f, number{0});
  for (std::size_t i = 0; i < f * f; ++i) U.values()[i] = total(terms[i]);
  return U;
}
square kronecker(const std::vector<square>& factors) {
  square r = factors.front();
  for (std::size_t k = 1; k < factors.size(); ++k) {
    const square &a = r, &b = factors[k];
    square c(a.rows() * b.rows(), a.cols() * b.cols(), number{0});
    for (std::size_t i = 0; i < c.rows(); ++i)
      for (std::size_t j = 0; j < c.cols(); ++j)
        c(i, j) = a(i / b.rows(), j / b.cols()) * b(i % b.rows(), j % b.cols());
    r = c;
  }
  return r;
}

/// Sizes in "2x3" or "2,1".
std::vector<std::size_t> listed(std::string text) {
  std::vector<std::size_t> r;
  for (std::size_t end = 0; !text.empty(); text.erase(0, end + 1)) {
    end = std::min(text.find_first_of("x,"), text.size());
    r.push_back(std::stoul(text.substr(0, end)));
    if (end == text.size()) break;
  }
  return r;
}

class site {
 public:
  explicit site(const mixcert::mixer_input& input)
      : n(input.state.rows()), d(input.state.cols()), x(numbers(input.state.values())), input_(input) {}

  const std::size_t n, d;
  const row x; ///< vec X

  row stream(std::size_t s) const { return part(x, s * d, d); }
  row tensor(const char* name) const { return numbers(input_.parameters.at(name)); }
  number one(const char* name) const { return tensor(name).front(); }
  double constant(const char* key) const {
    return input_.convention.at(key).number().value(mixcert::context<double>{});
  }
  std::size_t count(const char* key) const { return static_cast<std::size_t>(constant(key)); }
  std::string word(const char* key) const { return input_.convention.at(key).text(); }
  /// gamma_offset + gamma: of parameters alone.
  row gain(const char* name) const {
    row r;
    for (const number g : tensor(name)) r.push_back({constant("gamma_offset") + g.value});
    return r;
  }
  /// <v, column l of a tensor with so many columns>
  number column(const row& v, const char* name, std::size_t columns, std::size_t l) const {
    const row all = tensor(name);
    row w;
    for (std::size_t c = 0; c < v.size(); ++c) w.push_back(all[c * columns + l]);
    return dot(v, w);
  }
  number row_of(const row& v, const char* name, std::size_t l) const {
    return dot(v, part(tensor(name), l * v.size(), v.size()));
  }
  /// factors of size 2 for `binary`
  std::vector<std::size_t> factors() const {
    if (word("factors") != "binary") return listed(word("factors"));
    std::vector<std::size_t> r;
    for (std::size_t size = 1; size < n; size *= 2) r.push_back(2);
    return r;
  }

 private:
  const mixcert::mixer_input& input_;
};

/// What is filled in stage by stage.
struct stages {
  square H;
  row read, write;
  tally route, mix;
};

void hc(const site& at, stages& e, const std::function<row(std::size_t)>& normalised) {
  const std::size_t n = at.n;
  const row A = at.tensor("static_alpha"), B = at.tensor("static_beta");
  std::vector<row> z;
  const auto gate = [&](number m, const char* scale, number offset) { return at.one(scale) * tanh(m) + offset; };
  for (std::size_t s = 0; s < n; ++s) {
    const row v = normalised(s);
    z.emplace_back();
    for (std::size_t t = 0; t <= n; ++t) z[s].push_back(at.column(v, "dynamic_alpha_fn", n + 1, t));
    e.read.push_back(gate(z[s][0], "dynamic_alpha_scale", A[s * (n + 1)]));
    e.write.push_back(gate(dot(v, at.tensor("dynamic_beta_fn")), "dynamic_beta_scale", B[s]));
  }
  e.route = taken();
  e.H = square(n, n, number{0});
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t t = 0; t < n; ++t) e.H(t, s) = gate(z[s][1 + t], "dynamic_alpha_scale", A[s * (n + 1) + 1 + t]);
}

void lucid_mhc(const site& at, stages& e) {
  const std::size_t n = at.n;
  const row A = at.tensor("static_alpha"), B = at.tensor("static_beta"), gain = at.gain("norm.gamma");
  square L(n, n, number{0});
  for (std::size_t s = 0; s < n; ++s) {
    const row v = times(gain, clamped(at.stream(s), at.constant("norm_clamp")));
    const auto logit = [&](std::size_t t, const char* scale) {
      return at.one(scale) * at.column(v, "dynamic_alpha_fn", n + 1, t) + A[s * (n + 1) + t];
    };
    e.read.push_back(sigmoid(logit(0, "pre_branch_scale")));
    e.write.push_back(number{2} * sigmoid(at.one("h_post_scale") * dot(v, at.tensor("dynamic_beta_fn")) + B[s]));
    for (std::size_t t = 0; t < n; ++t) L(s, t) = logit(1 + t, "residual_scale");
  }
  e.route = taken();
  for (std::size_t t = 0; t < n; ++t) {
    number top = L(0, t);
    for (std::size_t s = 1; s < n; ++s) top = largest(top, L(s, t));
    for (std::size_t s = 0; s < n; ++s) L(s, t) = exp(L(s, t) - top);
  }
  const double clamp = at.constant("sinkhorn_clamp");
  for (std::size_t i = 0; i < at.count("iterations"); ++i) {
    divide_columns(L, {}, clamp);
    divide_rows(L, {}, clamp);
  }
  e.H = transpose(L);
}

/// Gates out of a_pre z W_pre + b_pre and a_post z W_post + b_post, and `logits` numbers out of a_res z W_res + b_res.
row rms_router(const site& at, stages& e, const char* pre, const char* post, const char* res, std::size_t logits) {
  const row z = times(rms(at.x, at.constant("norm_eps")), at.tensor("norm.weight"));
  const auto affine = [&](const char* W, std::size_t columns, const char* a, const char* b) {
    row r;
    for (std::size_t l = 0; l < columns; ++l) r.push_back(at.one(a) * at.column(z, W, columns, l) + at.tensor(b)[l]);
    return r;
  };
  for (const number x : affine(pre, at.n, "a_pre", "b_pre")) e.read.push_back(sigmoid(x));
  for (const number x : affine(post, at.n, "a_post", "b_post")) e.write.push_back(number{2} * sigmoid(x));
  const row r = affine(res, logits, "a_res", "b_res");
  e.route = taken();
  return r;
}

void mhc_flat(const site& at, stages& e) {
  const std::size_t n = at.n;
  const row L = rms_router(at, e, "phi_pre", "phi_post", "phi_res", n * n);
  square M(n, n, number{0});
  for (std::size_t i = 0; i < n * n; ++i) M.values()[i] = exp(L[i]);
  const bool columns_first = at.word("order") == "columns-rows";
  for (std::size_t i = 0; i < at.count("iterations"); ++i) {
    if (columns_first) divide_columns(M, {}, 0);
    divide_rows(M, {}, 0);
    if (!columns_first) divide_columns(M, {}, 0);
  }
  e.H = at.word("orientation") == "transposed" ? transpose(M) : M;
}

void mhc_v4(const site& at, stages& e) {
  const std::size_t n = at.n;
  const double epsilon = at.constant("hc_eps");
  const number r = number{1} / root(dot(at.x, at.x) / number{double(n * at.d)} + number{at.constant("norm_eps")});
  const row scale = at.tensor("scale"), base = at.tensor("base");
  row L;
  for (std::size_t l = 0; l < (2 + n) * n; ++l) {
    const std::size_t which = std::min<std::size_t>(l / n, 2);
    L.push_back(scale[which] * (r * at.row_of(at.x, "fn", l)) + base[l]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    e.read.push_back(sigmoid(L[i]) + number{epsilon});
    e.write.push_back(number{2} * sigmoid(L[n + i]));
  }
  e.route = taken();
  square comb(n, n, number{0});
  for (std::size_t j = 0; j < n; ++j) {
    const row p = softmax(part(L, 2 * n + j * n, n));
    for (std::size_t k = 0; k < n; ++k) comb(j, k) = p[k] + number{epsilon};
  }
  divide_columns(comb, epsilon, 0);
  for (std::size_t i = 1; i < at.count("iterations"); ++i) {
    divide_rows(comb, epsilon, 0);
    divide_columns(comb, epsilon, 0);
  }
  e.H = transpose(comb);
}

std::size_t factorial(std::size_t f) { return f < 2 ? 1 : f * factorial(f - 1); }

void permutations(const site& at, stages& e, const std::vector<std::size_t>& factors) {
  const std::size_t n = at.n;
  const row v = times(clamped(at.x, at.constant("norm_clamp")), at.gain("norm.gamma")), A = at.tensor("static_alpha");
  row L;
  for (std::size_t l = 0; l < A.size(); ++l)
    L.push_back(at.one(l < n ? "pre_branch_scale" : "residual_scale") * at.column(v, "dynamic_alpha_fn", A.size(), l) +
                A[l]);
  for (std::size_t i = 0; i < n; ++i) {
    e.read.push_back(sigmoid(L[i]));
    e.write.push_back(number{2} * sigmoid(at.one("h_post_scale") * at.column(v, "dynamic_beta_fn", n, i) +
                                          at.tensor("static_beta")[i]));
  }
  e.route = taken();
  std::vector<square> U;
  std::size_t first = n;
  for (const std::size_t f : factors) {
    U.push_back(permutation_mixture(f, part(L, first, factorial(f))));
    first += factorial(f);
  }
  e.H = transpose(kronecker(U));
}

void energies(const site& at, stages& e, const std::vector<std::size_t>& factors, std::vector<std::size_t> sides) {
  sides.resize(factors.size(), sides.front());
  std::size_t all = 0;
  const auto parameters = [&](std::size_t k) { return factors[k] * sides[k] * (factors[k] * sides[k] - 1) / 2; };
  for (std::size_t k = 0; k < factors.size(); ++k) all += parameters(k);
  const row p = rms_router(at, e, "W_pre", "W_post", "W_res", all);
  std::vector<square> U;
  std::size_t first = 0;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    U.push_back(block_energies(cayley(factors[k] * sides[k], part(p, first, parameters(k))), factors[k], sides[k]));
    first += parameters(k);
  }
  e.H = kronecker(U);
}

void ohc(const site& at, stages& e) {
  const row L = rms_router(at, e, "W_pre", "W_post", "W_res", 8);
  const auto unit = [&](std::size_t first) {
    row q = part(L, first, 4);
    const number norm = root(dot(q, q));
    for (number& c : q) c = c / norm;
    return q;
  };
  const row p = unit(0), q = unit(4);
  const square left(
      4, 4, {p[0], -p[1], -p[2], -p[3], p[1], p[0], -p[3], p[2], p[2], p[3], p[0], -p[1], p[3], -p[2], p[1], p[0]});
  const square right(
      4, 4, {q[0], q[1], q[2], q[3], -q[1], q[0], -q[3], q[2], -q[2], q[3], q[0], -q[1], -q[3], -q[2], q[1], q[0]});
  e.H = product(left, right);
}

void shc(const site& at, stages& e) {
  const std::size_t n = at.n, free = (n - 1) * (n - 1), angles = (n - 1) * (n - 2) / 2;
  const row v = times(clamped(at.x, at.constant("norm_clamp")), at.gain("norm.gamma"));
  for (std::size_t i = 0; i < n; ++i) {
    e.read.push_back(sigmoid(at.one("pre_branch_scale") * at.row_of(v, "to_alpha_pre.weight", i) +
                             at.tensor("static_alpha_pre")[i]));
    e.write.push_back(
        number{2} * sigmoid(at.one("h_post_scale") * at.row_of(v, "to_beta.weight", i) + at.tensor("static_beta")[i]));
  }
  row L;
  const auto is_of_V = [&](std::size_t l) { return l >= angles && l < 2 * angles; };
  for (std::size_t l = 0; l < free; ++l)
    L.push_back(at.one(l < angles   ? "residual_rot_scale_u"
                       : is_of_V(l) ? "residual_rot_scale_v"
                                    : "residual_val_scale") *
                    at.row_of(v, "to_alpha_residual.weight", l) +
                at.tensor("static_alpha_residual")[l]);
  e.route = taken();
  row u, w, sigma;
  for (std::size_t l = 0; l < free; ++l)
    if (l < angles)
      u.push_back(at.one("gamma_u") * tanh(L[l]));
    else if (is_of_V(l))
      w.push_back(at.one("gamma_v") * tanh(L[l]));
    else
      sigma.push_back(tanh(L[l]));
  square T(n, n - 1, number{0});
  for (std::size_t c = 1; c < n; ++c)
    for (std::size_t i = 0; i <= c; ++i) T(i, c - 1) = {(i < c ? 1.0 : -double(c)) / std::sqrt(double(c * (c + 1)))};
  const square TU = product(T, cayley(n - 1, u));
  square TVD = product(T, cayley(n - 1, w));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c + 1 < n; ++c) TVD(i, c) = TVD(i, c) * sigma[c];
  e.H = square(n, n, number{1 / double(n)});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c + 1 < n; ++c) e.H(i, j) = e.H(i, j) + TVD(i, c) * TU(j, c);
}

void jpmhc(const site& at, stages& e) {
  const std::size_t n = at.n;
  const row z =
      plus(times(layer(at.x, at.constant("norm_eps")), at.tensor("layer_norm.weight")), at.tensor("layer_norm.bias"));
  row h;
  for (std::size_t l = 0; l < 3 * n * n; ++l)
    h.push_back(at.row_of(z, "fused_proj.weight", l) + at.tensor("fused_proj.bias")[l]);
  std::vector<row> P, R;
  for (std::size_t i = 0; i < n; ++i) {
    P.push_back(softmax(part(h, i * n, n)));
    row column;
    for (std::size_t k = 0; k < n; ++k) column.push_back(h[n * n + k * n + i]);
    R.push_back(softmax(column));
  }
  for (std::size_t j = 0; j < n; ++j) {
    row p, r;
    for (std::size_t i = 0; i < n; ++i) {
      p.push_back(P[i][j]);
      r.push_back(R[i][j]);
    }
    e.read.push_back(total(p) / number{double(n)});
    e.write.push_back(total(r));
  }
  e.route = taken();
  const number alpha{at.constant("cayley_alpha")}, half{alpha.value / 2};
  const auto L = [&](std::size_t i, std::size_t j) { return h[2 * n * n + i * n + j]; };
  square Y(n, n, number{0}), M = Y;
  for (std::size_t i = 0; i < n; ++i) {
    Y(i, i) = {1};
    for (std::size_t j = i + 1; j < n; ++j) {
      const number S = L(i, j) - L(j, i);
      Y(i, j) = alpha * S;
      Y(j, i) = -Y(i, j);
      M(i, j) = half * S;
      M(j, i) = -M(i, j);
    }
  }
  const auto add_identity = [&](square& a) {
    for (std::size_t i = 0; i < n; ++i) a(i, i) = a(i, i) + number{1};
  };
  for (std::size_t step = 0; step < at.count("iterations"); ++step) {
    add_identity(Y);
    Y = product(M, Y);
    add_identity(Y);
  }
  e.H = Y;
}

void circulant(const site& at, stages& e) {
  const std::size_t n = at.n;
  const number size = root(dot(at.x, at.x)) / number{std::sqrt(double(n * at.d))} + number{at.constant("norm_eps")};
  const row v = times(number{1} / size, at.x);
  row h;
  for (std::size_t l = 0; l < 3 * n; ++l)
    h.push_back(at.one("alpha") * at.row_of(v, "phi.weight", l) + at.tensor("b")[l]);
  for (std::size_t i = 0; i < n; ++i) {
    e.read.push_back(sigmoid(h[i]));
    e.write.push_back(number{2} * sigmoid(h[n + i]));
  }
  e.route = taken();
  const double gamma = at.constant("gamma");
  row c = times(number{gamma}, softmax(part(h, 2 * n, n)));
  c[0] = c[0] + number{1 - gamma};
  e.H = square(n, n, number{0});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) e.H(i, (i + k) % n) = c[k];
}

void without_state(const site& at, stages& e) {
  const std::size_t n = at.n;
  const std::string kind = at.word("kind");
  if (kind != "sinkhorn") {
    e.H = square(n, n, kind == "matrix" ? at.tensor("H") : row(n * n, number{0}));
    for (std::size_t i = 0; kind == "identity" && i < n; ++i) e.H(i, i) = {1};
    e.read = at.tensor("pre");
    e.write = at.tensor("post");
    return;
  }
  square M(n, n, at.tensor("H_res_logits"));
  for (number& x : M.values()) x = exp(x / number{at.constant("temperature")});
  for (std::size_t i = 0; i < at.count("iterations"); ++i) {
    divide_rows(M, {}, 0);
    divide_columns(M, {}, 0);
  }
  e.H = transpose(M);
  e.read = softmax(at.tensor("H_pre_logits"));
  e.write = softmax(at.tensor("H_post_logits"));
  taken(); // of parameters alone
}

void balanced(const site& at, stages& e) {
  const number two{2}, m = (at.x[0] + at.x[1]) / two, delta = (at.x[0] - at.x[1]) / two;
  const number z = number{at.constant("K")} * m / root(m * m + delta * delta + number{at.constant("epsilon")});
  e.route = taken();
  const number p = sigmoid(two * z), q = number{1} - p;
  e.H = square(2, 2, row{p, q, q, p});
}

void cayley_construction(const site& at, stages& e) {
  const row v = at.tensor("v");
  row terms;
  for (std::size_t c = 0; c < at.d; ++c)
    terms.push_back((at.x[c] + at.x[at.d + c] - number{2} * at.x[2 * at.d + c]) * v[c]);
  double square_of_v = 0;
  for (const number x : v) square_of_v += x.value * x.value;
  const number gain{at.constant("K") / (2 * std::sqrt(6 * square_of_v))};
  const number a = gain * total(terms) / root(dot(at.x, at.x));
  e.route = taken();
  const number one{1}, square_of_a = a * a, norm = one + square_of_a, c = (one - square_of_a) / norm,
                       s = number{2} * a / norm, less = c - one;
  const double plane[9] = {2, -1, -1, -1, 2, -1, -1, -1, 2}, turn[9] = {0, -1, 1, 1, 0, -1, -1, 1, 0};
  e.H = square(3, 3, number{0});
  for (std::size_t i = 0; i < 9; ++i) {
    number x = less * number{plane[i] / 3};
    x = turn[i] == 0 ? x + one : x + s * number{turn[i] / std::sqrt(3.0)};
    e.H.values()[i] = x;
  }
}

} // namespace

forward evaluate(const std::string& mixer, const mixcert::mixer_input& input) {
  const site at(input);
  stages e;
  taken();
  if (mixer == "hc")
    hc(at, e,
       [&](std::size_t s) { return times(at.gain("norm.gamma"), clamped(at.stream(s), at.constant("norm_clamp"))); });
  else if (mixer == "hc-paper")
    hc(at, e, [&](std::size_t s) {
      return plus(times(at.tensor("norm.weight"), layer(at.stream(s), at.constant("norm_eps"))),
                  at.tensor("norm.bias"));
    });
  else if (mixer == "lucid-mhc")
    lucid_mhc(at, e);
  else if (mixer == "mhc-flat")
    mhc_flat(at, e);
  else if (mixer == "mhc-v4")
    mhc_v4(at, e);
  else if (mixer == "mhc-lite")
    permutations(at, e, {at.n});
  else if (mixer == "kromhc")
    permutations(at, e, at.factors());
  else if (mixer == "go-mhc")
    energies(at, e, {at.n}, {at.count("s")});
  else if (mixer == "krom-go")
    energies(at, e, at.factors(), listed(at.word("s")));
  else if (mixer == "ohc")
    ohc(at, e);
  else if (mixer == "shc")
    shc(at, e);
  else if (mixer == "jpmhc")
    jpmhc(at, e);
  else if (mixer == "circulant")
    circulant(at, e);
  else if (mixer == "static")
    without_state(at, e);
  else if (mixer == "balanced")
    balanced(at, e);
  else if (mixer == "cayley")
    cayley_construction(at, e);
  else
    throw std::logic_error("write down the equations of '" + mixer + "' to count their operations");
  e.mix = taken();
  const square X(at.n, at.d, at.x);
  if (!e.read.empty()) product(square(1, at.n, e.read), X);
  const square mixed = product(e.H, X);
  for (std::size_t i = 0; !e.write.empty() && i < at.n; ++i) plus(row_of(mixed, i), times(e.write[i], at.stream(0)));
  const auto values = [](const row& x) {
    std::vector<double> r;
    for (const number v : x) r.push_back(v.value);
    return r;
  };
  return {values(e.H.values()), values(e.read), values(e.write), e.route, e.mix, taken()};
}

} // namespace textbook
