#include "plain_spectra.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace mixcert::bench {
namespace {

double dot(const double* a, const double* b, std::size_t count) {
  double sum[8] = {};
  for (std::size_t c = 0; c + 8 <= count; c += 8)
    for (std::size_t l = 0; l < 8; ++l) sum[l] += a[c + l] * b[c + l];
  for (std::size_t c = count / 8 * 8; c < count; ++c) sum[0] += a[c] * b[c];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/// R^T R = K, upper triangular.
void cholesky(std::size_t p, const double* K, double* R) {
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = i; j < p; ++j) {
      double sum = K[i * p + j];
      for (std::size_t k = 0; k < i; ++k) sum -= R[k * p + i] * R[k * p + j];
      R[i * p + j] = i == j ? std::sqrt(sum) : sum / R[i * p + i];
      if (i != j) R[j * p + i] = 0;
    }
}

/// Singular values of small matrices.
class values_of_core {
 public:
  explicit values_of_core(std::size_t order)
      : order_(order), padded_(std::bit_ceil(std::max<std::size_t>(order, 16))),
        kernels_(detail::near_diagonal_kernels_of(widest_lanes())), memory_(2 * padded_ * padded_ + 3 * padded_ + 8),
        ranking_(padded_), values_(order) {
    A_ = memory_.data() + (8 - reinterpret_cast<std::uintptr_t>(memory_.data()) / sizeof(double) % 8) % 8;
    B_ = A_ + padded_ * padded_;
    squares_ = B_ + padded_ * padded_;
    row_ = squares_ + padded_;
  }
  void clear() { std::fill(A_, A_ + padded_ * padded_, 0.0); }
  double& operator()(std::size_t i, std::size_t j) { return A_[i * padded_ + j]; }
  std::span<const double> values() {
    kernels_.triangle(padded_, A_, ranking_.data(), squares_, row_);
    for (std::size_t i = 0; i < padded_; ++i)
      for (std::size_t j = 0; j < padded_; ++j) B_[i * padded_ + j] = A_[j * padded_ + i];
    kernels_.rotate(padded_, B_, nullptr, squares_);
    std::partial_sort_copy(squares_, squares_ + padded_, values_.begin(), values_.end(), std::greater<>());
    for (double& x : values_) x = std::sqrt(x);
    return values_;
  }

 private:
  std::size_t order_, padded_;
  detail::near_diagonal_kernels kernels_;
  std::vector<double> memory_;
  std::vector<std::size_t> ranking_;
  std::vector<double> values_;
  double *A_, *B_, *squares_, *row_;
};

class hc_plain final : public plain_spectra {
 public:
  explicit hc_plain(const hc_site& site)
      : n_(site.static_alpha.rows()), d_(site.dynamic_alpha_fn.rows()), p_(2 * n_), site_(site), weights_(n_ * d_),
        core_(n_ * p_), K_(p_ * p_), R_(p_ * p_) {
    for (std::size_t t = 0; t < n_; ++t)
      for (std::size_t c = 0; c < d_; ++c) weights_[t * d_ + c] = (1 + site.gamma[c]) * site.dynamic_alpha_fn(c, 1 + t);
    for (std::size_t t = 0; t < n_; ++t)
      for (std::size_t u = t; u < n_; ++u)
        K_[(n_ + t) * p_ + n_ + u] = dot(weights_.data() + t * d_, weights_.data() + u * d_, d_);
  }

  std::span<const double> values(const double* X) override {
    for (std::size_t s = 0; s < n_; ++s) {
      for (std::size_t t = s; t < n_; ++t) K_[s * p_ + t] = dot(X + s * d_, X + t * d_, d_);
      for (std::size_t t = 0; t < n_; ++t) K_[s * p_ + n_ + t] = dot(X + s * d_, weights_.data() + t * d_, d_);
    }
    cholesky(p_, K_.data(), R_.data());
    core_.clear();
    for (std::size_t s = 0; s < n_; ++s) {
      const double square = K_[s * p_ + s], factor = std::sqrt(static_cast<double>(d_) / square);
      for (std::size_t t = 0; t < n_; ++t) {
        const double product = K_[s * p_ + n_ + t], gate = std::tanh(factor * product);
        const double slope = site_.dynamic_alpha_scale * (1 - gate * gate) * factor;
        for (std::size_t j = 0; j < p_; ++j) {
          const double b = slope * (R_[j * p_ + n_ + t] - R_[j * p_ + s] * product / square);
          for (std::size_t i = 0; i < p_; ++i) core_(t * p_ + i, s * p_ + j) = R_[i * p_ + s] * b;
          core_(t * p_ + j, s * p_ + j) += site_.dynamic_alpha_scale * gate + site_.static_alpha(s, 1 + t);
        }
      }
    }
    return core_.values();
  }

 private:
  std::size_t n_, d_, p_;
  hc_site site_;
  std::vector<double> weights_;
  values_of_core core_;
  std::vector<double> K_, R_;
};

} // namespace

std::unique_ptr<plain_spectra> plain_hc(const hc_site& site) { return std::make_unique<hc_plain>(site); }

} // namespace mixcert::bench
