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

/// P0 = softmax of rows + epsilon, normalised in scaling vectors, with the derivatives of log P by the logits.
class plain_sinkhorn {
 public:
  plain_sinkhorn(std::size_t n, std::size_t iterations, double epsilon)
      : n_(n), iterations_(iterations), epsilon_(epsilon), P0_(n * n), dP0_(n * n * n), R_(n), C_(n), dR_(n * n * n),
        dC_(n * n * n) {}
  void run(const double* L) {
    for (std::size_t j = 0; j < n_; ++j) {
      const double top = *std::max_element(L + j * n_, L + (j + 1) * n_);
      double sum = 0;
      for (std::size_t k = 0; k < n_; ++k) sum += P0_[j * n_ + k] = std::exp(L[j * n_ + k] - top);
      for (std::size_t k = 0; k < n_; ++k) P0_[j * n_ + k] /= sum;
      for (std::size_t k = 0; k < n_; ++k)
        for (std::size_t l = 0; l < n_; ++l)
          dP0_[(j * n_ + k) * n_ + l] =
              P0_[j * n_ + k] / (P0_[j * n_ + k] + epsilon_) * ((l == k ? 1 : 0) - P0_[j * n_ + l]);
      for (std::size_t k = 0; k < n_; ++k) P0_[j * n_ + k] += epsilon_;
    }
    std::fill(R_.begin(), R_.end(), 1.0);
    std::fill(C_.begin(), C_.end(), 1.0);
    std::fill(dR_.begin(), dR_.end(), 0.0);
    std::fill(dC_.begin(), dC_.end(), 0.0);
    normalise(C_, dC_, R_, dR_, false);
    for (std::size_t i = 1; i < iterations_; ++i) {
      normalise(R_, dR_, C_, dC_, true);
      normalise(C_, dC_, R_, dR_, false);
    }
  }
  double value(std::size_t j, std::size_t k) const { return R_[j] * P0_[j * n_ + k] * C_[k]; }
  double dlog(std::size_t j, std::size_t k, std::size_t a, std::size_t b) const {
    return dR_[(j * n_ + a) * n_ + b] + dC_[(k * n_ + a) * n_ + b] + (a == j ? dP0_[(j * n_ + k) * n_ + b] : 0);
  }

 private:
  void normalise(std::vector<double>& own, std::vector<double>& d_own, const std::vector<double>& other,
                 const std::vector<double>& d_other, bool rows) {
    for (std::size_t a = 0; a < n_; ++a) {
      double kept = epsilon_ / own[a], sum = kept;
      for (std::size_t b = 0; b < n_; ++b) sum += other[b] * P0_[rows ? a * n_ + b : b * n_ + a];
      own[a] = 1 / sum;
      kept *= own[a];
      for (std::size_t c = 0; c < n_ * n_; ++c) d_own[a * n_ * n_ + c] *= kept;
      for (std::size_t b = 0; b < n_; ++b) {
        const std::size_t j = rows ? a : b, k = rows ? b : a;
        const double w = other[b] * P0_[j * n_ + k] * own[a];
        for (std::size_t c = 0; c < n_ * n_; ++c) d_own[a * n_ * n_ + c] -= w * d_other[b * n_ * n_ + c];
        for (std::size_t l = 0; l < n_; ++l) d_own[(a * n_ + j) * n_ + l] -= w * dP0_[(j * n_ + k) * n_ + l];
      }
    }
  }
  std::size_t n_, iterations_;
  double epsilon_;
  std::vector<double> P0_, dP0_, R_, C_, dR_, dC_;
};

/// Columns of P <- H turned by Q until they are orthogonal, then divided by their norms s.
void rotate_small(std::size_t n, double* P, double* Q, double* s) {
  const auto inner = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += P[i * n + a] * P[i * n + b];
    return sum;
  };
  for (int sweep = 0; sweep < 6; ++sweep)
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        const double h = inner(b, b) - inner(a, a), twice = 2 * inner(a, b);
        if (twice == 0) continue;
        const double t = twice / (h + std::copysign(std::hypot(h, twice), h)), c = 1 / std::sqrt(1 + t * t);
        for (double* const A : {P, Q})
          for (std::size_t i = 0; i < n; ++i) {
            const double l = A[i * n + a], r = A[i * n + b];
            A[i * n + a] = c * l - c * t * r;
            A[i * n + b] = c * t * l + c * r;
          }
      }
  for (std::size_t k = 0; k < n; ++k) {
    s[k] = std::sqrt(inner(k, k));
    for (std::size_t i = 0; i < n; ++i) P[i * n + k] /= s[k];
  }
}

class mhc_plain final : public plain_spectra {
 public:
  mhc_plain(const mhc_v4_site& site, std::size_t n)
      : n_(n), d_(site.fn.cols() / n), arrays_(n * (n - 1)), p_(n * n), site_(site), norm_eps_(1e-6),
        rows_(arrays_ * n * d_), gram_(arrays_ * n * arrays_ * n), sinkhorn_(n, 20, 1e-6), core_(n * p_),
        along_(arrays_ * n * n), K_(p_ * p_), R_(p_ * p_), slopes_(n * n * arrays_), derivative_(n * n * p_) {
    const std::size_t comb = 2 * n;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t l = 1; l < n; ++l)
        for (std::size_t s = 0; s < n; ++s)
          for (std::size_t c = 0; c < d_; ++c)
            rows_[((i * (n - 1) + l - 1) * n + s) * d_ + c] =
                site.fn(comb + i * n + l, s * d_ + c) - site.fn(comb + i * n, s * d_ + c);
    const std::size_t count = arrays_ * n;
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t m = 0; m < count; ++m)
        gram_[k * count + m] = dot(rows_.data() + k * d_, rows_.data() + m * d_, d_);
  }

  std::span<const double> values(const double* X) override {
    const std::size_t n = n_, count = arrays_ * n, comb = 2 * n;
    std::vector<double> state(n * n), difference(arrays_), L(n * n), H(n * n), on_state(n * n), Q(n * n, 0.0), s(n);
    double square = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) state[i * n + j] = state[j * n + i] = dot(X + i * d_, X + j * d_, d_);
      square += state[i * n + i];
    }
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t j = 0; j < n; ++j) along_[k * n + j] = dot(rows_.data() + k * d_, X + j * d_, d_);
    const double size = static_cast<double>(n * d_), mean = square / size + norm_eps_, r = 1 / std::sqrt(mean);
    for (std::size_t i = 0; i < n; ++i) {
      double first = 0;
      for (std::size_t t = 0; t < n; ++t)
        first += dot(site_.fn.values().data() + (comb + i * n) * n * d_ + t * d_, X + t * d_, d_);
      for (std::size_t l = 0; l < n; ++l) {
        double product = first;
        if (l > 0) {
          const std::size_t a = i * (n - 1) + l - 1;
          difference[a] = 0;
          for (std::size_t t = 0; t < n; ++t) difference[a] += along_[(a * n + t) * n + t];
          product += difference[a];
        }
        L[i * n + l] = product * r * site_.scale[2] + site_.base[comb + i * n + l];
      }
    }
    sinkhorn_.run(L.data());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        H[i * n + j] = sinkhorn_.value(j, i);
        double sum = 0;
        for (std::size_t a = 0; a < n; ++a)
          for (std::size_t b = 1; b < n; ++b) {
            const std::size_t at = a * (n - 1) + b - 1;
            const double slope = H[i * n + j] * sinkhorn_.dlog(j, i, a, b) * site_.scale[2] * r;
            slopes_[(i * n + j) * arrays_ + at] = slope;
            sum += slope * difference[at];
          }
        on_state[i * n + j] = -sum / (mean * size);
      }
    for (std::size_t k = 0; k < n; ++k) Q[k * n + k] = 1;
    rotate_small(n, H.data(), Q.data(), s.data()); // H is P now
    core_.clear();
    for (std::size_t l = 0; l < n; ++l) {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i; j < n; ++j) K_[i * p_ + j] = state[i * n + j];
      for (std::size_t a = 0; a < arrays_; ++a) {
        for (std::size_t j = 0; j < n; ++j) {
          K_[j * p_ + n + a] = 0;
          for (std::size_t t = 0; t < n; ++t) K_[j * p_ + n + a] += Q[t * n + l] * along_[(a * n + t) * n + j];
        }
        for (std::size_t b = a; b < arrays_; ++b) {
          double sum = 0;
          for (std::size_t t = 0; t < n; ++t)
            for (std::size_t v = 0; v < n; ++v)
              sum += Q[t * n + l] * Q[v * n + l] * gram_[(a * n + t) * count + b * n + v];
          K_[(n + a) * p_ + n + b] = sum;
        }
      }
      cholesky(p_, K_.data(), R_.data());
      for (std::size_t ij = 0; ij < n * n; ++ij)
        for (std::size_t c = 0; c < p_; ++c) {
          double sum = 0;
          for (std::size_t t = 0; t < n && c < n; ++t) sum += Q[t * n + l] * on_state[ij] * R_[c * p_ + t];
          for (std::size_t a = c < n ? 0 : c - n; a < arrays_; ++a)
            sum += slopes_[ij * arrays_ + a] * R_[c * p_ + n + a];
          derivative_[ij * p_ + c] = sum;
        }
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t c = 0; c < p_; ++c)
          for (std::size_t j = 0; j < n; ++j) {
            double combined = 0;
            for (std::size_t i = 0; i < n; ++i) combined += H[i * n + k] * derivative_[(i * n + j) * p_ + c];
            for (std::size_t row = 0; row <= j; ++row) core_(k * p_ + row, l * p_ + c) += R_[row * p_ + j] * combined;
          }
      }
      for (std::size_t c = 0; c < p_; ++c) core_(l * p_ + c, l * p_ + c) += s[l];
    }
    return core_.values();
  }

 private:
  std::size_t n_, d_, arrays_, p_;
  mhc_v4_site site_;
  double norm_eps_;
  std::vector<double> rows_, gram_;
  plain_sinkhorn sinkhorn_;
  values_of_core core_;
  std::vector<double> along_, K_, R_, slopes_, derivative_;
};

} // namespace

std::unique_ptr<plain_spectra> plain_hc(const hc_site& site) { return std::make_unique<hc_plain>(site); }

std::unique_ptr<plain_spectra> plain_mhc(const mhc_v4_site& site, std::size_t n) {
  return std::make_unique<mhc_plain>(site, n);
}

} // namespace mixcert::bench
