#include "central_differences.hpp"

#include "mixcert/scalar/rational_value.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace mixcert::test {
namespace {

using numbers = std::vector<quad>;

const quad one(1.0);

quad constant(const mixer_input& input, const char* key) {
  return input.convention.at(key).number().value(context<quad>{});
}

quad sum_of_squares(const numbers& x) {
  quad sum(0.0);
  for (const quad& value : x) sum += value * value;
  return sum;
}

quad size_of(const numbers& x) { return quad(static_cast<double>(x.size())); }

/// W^T z for W with `columns` columns, from column `first` on.
numbers products(const std::vector<double>& W, std::size_t columns, std::size_t first, const numbers& z) {
  numbers r(columns - first, quad(0.0));
  for (std::size_t c = 0; c < z.size(); ++c)
    for (std::size_t k = first; k < columns; ++k) r[k - first] += quad(W[c * columns + k]) * z[c];
  return r;
}

/// z = norm.weight o x / sqrt(mean(x^2) + norm_eps)
numbers normalised(const mixer_input& input, const numbers& x) {
  const quad r = sqrt(sum_of_squares(x) / size_of(x) + constant(input, "norm_eps"));
  numbers z = x;
  for (std::size_t c = 0; c < x.size(); ++c) z[c] = quad(input.parameters.at("norm.weight")[c]) * x[c] / r;
  return z;
}

numbers affine(const mixer_input& input, numbers products, const char* scale, const char* base, std::size_t first = 0) {
  for (std::size_t k = 0; k < products.size(); ++k)
    products[k] = quad(input.parameters.at(scale)[0]) * products[k] + quad(input.parameters.at(base)[first + k]);
  return products;
}

matrix<quad> mhc_lite(const mixer_input& input, const numbers& x) {
  const std::size_t n = input.state.rows();
  const quad factor = sqrt(size_of(x) / sum_of_squares(x)); // the norm is above its clamp
  numbers v = x;
  for (std::size_t c = 0; c < x.size(); ++c)
    v[c] = factor * (constant(input, "gamma_offset") + quad(input.parameters.at("norm.gamma")[c])) * x[c];
  const std::vector<double>& W = input.parameters.at("dynamic_alpha_fn");
  const numbers logits = affine(input, products(W, W.size() / x.size(), n, v), "residual_scale", "static_alpha", n);
  quad total(0.0);
  for (const quad& logit : logits) total += exp(logit);
  matrix<quad> H(n, n, quad(0.0));
  std::vector<std::size_t> permutation(n);
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  for (const quad& logit : logits) {
    for (std::size_t i = 0; i < n; ++i) H(permutation[i], i) += exp(logit) / total;
    std::next_permutation(permutation.begin(), permutation.end());
  }
  return H;
}

matrix<quad> mhc_flat(const mixer_input& input, const numbers& x) {
  const std::size_t n = input.state.rows();
  const std::vector<double>& W = input.parameters.at("phi_res");
  const numbers logits = affine(input, products(W, n * n, 0, normalised(input, x)), "a_res", "b_res");
  matrix<quad> M(n, n, quad(0.0));
  for (std::size_t c = 0; c < n * n; ++c) M.values()[c] = exp(logits[c]);
  for (int t = 0; t < static_cast<int>(to_double(constant(input, "iterations"))); ++t)
    for (int turn = 0; turn < 2; ++turn, M = transpose(M)) // rows, then columns
      for (std::size_t i = 0; i < n; ++i) {
        quad sum(0.0);
        for (std::size_t j = 0; j < n; ++j) sum += M(i, j);
        for (std::size_t j = 0; j < n; ++j) M(i, j) = M(i, j) / sum;
      }
  return M;
}

/// Column by column: H e = p e conj(q) by the multiplication table of the quaternions.
matrix<quad> ohc(const mixer_input& input, const numbers& x) {
  using quaternion = std::array<quad, 4>;
  const auto times = [](const quaternion& a, const quaternion& b) {
    return quaternion{
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  };
  const numbers y = affine(input, products(input.parameters.at("W_res"), 8, 0, normalised(input, x)), "a_res", "b_res");
  const auto unit = [&](std::size_t first, const quad& sign) {
    const quad norm = sqrt(sum_of_squares({y[first], y[first + 1], y[first + 2], y[first + 3]}));
    return quaternion{y[first] / norm, sign * y[first + 1] / norm, sign * y[first + 2] / norm,
                      sign * y[first + 3] / norm};
  };
  const quaternion p = unit(0, one), conjugate = unit(4, -one);
  matrix<quad> H(4, 4, quad(0.0));
  for (std::size_t column = 0; column < 4; ++column) {
    quaternion e{quad(0.0), quad(0.0), quad(0.0), quad(0.0)};
    e[column] = one;
    const quaternion image = times(times(p, e), conjugate);
    for (std::size_t i = 0; i < 4; ++i) H(i, column) = image[i];
  }
  return H;
}

using mixer_of_state = std::function<matrix<quad>(const mixer_input&, const numbers&)>;

numbers mixed(const mixer_of_state& mixer, const mixer_input& input, const numbers& x) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  const matrix<quad> H = mixer(input, x);
  numbers y(n * d, quad(0.0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < d; ++c) y[i * d + c] += H(i, j) * x[j * d + c];
  return y;
}

} // namespace

matrix<double> numerical_jacobian(const std::string& mixer, const mixer_input& input) {
  const mixer_of_state H = mixer == "mhc-lite"   ? mhc_lite
                           : mixer == "mhc-flat" ? mhc_flat
                           : mixer == "ohc"
                               ? ohc
                               : throw std::invalid_argument("the map of " + mixer + " is not written out");
  numbers x;
  for (const double value : input.state.values()) x.emplace_back(value);
  const quad step(0x1p-37), width(0x1p-36);
  matrix<double> J(x.size(), x.size(), 0.0);
  for (std::size_t column = 0; column < x.size(); ++column) {
    numbers right = x, left = x;
    right[column] += step;
    left[column] -= step;
    const numbers up = mixed(H, input, right), down = mixed(H, input, left);
    for (std::size_t row = 0; row < x.size(); ++row) J(row, column) = to_double((up[row] - down[row]) / width);
  }
  return J;
}

} // namespace mixcert::test
