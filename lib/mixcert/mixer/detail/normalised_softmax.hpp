// A row softmax that is normalised along columns and rows in turn, and its derivative (theorem T14).
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {

/// Rows of positive numbers that sum to one. `rest` is 1 - p, each entry the sum of its row's others: it keeps its
/// relative accuracy where p is near one.
template <class S> struct softmax_rows { matrix<S> p, rest; };

/// Each row is shifted by its largest logit as far as enclosures tell which that is; any shift is exact, and so the sum
/// that divides is at least one.
template <class S> softmax_rows<S> softmax_of_rows(const context<S>& context, const matrix<S>& logits) {
  const S one = context.exact(1);
  const matrix<S> zero(logits.rows(), logits.cols(), context.exact(0));
  softmax_rows<S> r{zero, zero};
  for (std::size_t j = 0; j < logits.rows(); ++j) {
    std::size_t top = 0;
    for (std::size_t k = 1; k < logits.cols(); ++k)
      if (certainly_less(logits(j, top), logits(j, k))) top = k;
    std::vector<S> power;
    S sum = context.exact(0);
    for (std::size_t k = 0; k < logits.cols(); ++k) {
      power.push_back(k == top ? one : exp(logits(j, k) - logits(j, top)));
      sum += power.back();
    }
    for (std::size_t k = 0; k < logits.cols(); ++k) {
      S others = context.exact(0);
      for (std::size_t l = 0; l < logits.cols(); ++l)
        if (l != k) others += power[l];
      r.p(j, k) = min(power[k] / sum, one);
      r.rest(j, k) = min(others / sum, one);
    }
  }
  return r;
}

/// P0 = softmax of each row of the logits (n x n) + epsilon, and the derivatives of log P0_jk by L_jl at
/// (j * n + k, l); by other rows' logits they are zero. Requires epsilon >= 0.
template <class S> struct floored_softmax {
  matrix<S> P0, dlog_P0;

  floored_softmax(const context<S>& context, const matrix<S>& logits, const S& epsilon)
      : P0(logits), dlog_P0(logits.values().size(), logits.rows(), context.exact(0)) {
    const std::size_t n = logits.rows();
    const softmax_rows<S> softmax = softmax_of_rows(context, logits);
    const bool no_floor = is_exact_zero(epsilon);
    const S zero = context.exact(0), one = context.exact(1);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) {
        const S& p = softmax.p(j, k);
        P0(j, k) = p + epsilon;
        const S share = no_floor ? one : max(zero, min(p / P0(j, k), one));
        for (std::size_t l = 0; l < n; ++l)
          dlog_P0(j * n + k, l) = share * (l == k ? softmax.rest(j, k) : -softmax.p(j, l));
      }
  }
};

/// What is added to every sum that divides, and the least number that divides.
template <class S> struct sum_floor { S epsilon, clamp; };

/// A row or column of the routing weights in messages, and what could help: "a positive hc_eps or ", or nothing.
struct division_name {
  const char* what;
  std::size_t index;
  const std::string& remedy;
};

/// Throws not_certified unless it is known that a sum and its inverse are positive.
inline void require_positive(bool known, const division_name& name) {
  if (!known)
    throw not_certified("the sum that " + std::string(name.what) + " " + std::to_string(name.index) +
                        " of the routing weights is divided by may be zero or out of range; " + name.remedy +
                        "logits nearer to one another can be certified");
}

/// Whether the clamp divides in place of this sum. Throws not_certified where it may equal the sum.
template <class S> bool is_clamped(const S& sum, const S& clamp, const division_name& name) {
  if (is_exact_zero(clamp) || certainly_less(clamp, sum)) return false;
  if (certainly_less(sum, clamp)) return true;
  throw not_certified("the sum of " + std::string(name.what) + " " + std::to_string(name.index) +
                      " of the routing weights may be exactly the least number that divides, where the mixer need not "
                      "have a derivative; another sinkhorn_clamp can be certified");
}

/// P = softmax of each row of the logits L (n x n) + epsilon, then divided by (the sum of each column + epsilon), by
/// (the sum of each row + epsilon), by the columns again, and so on; a divisor below clamp is replaced by clamp. Held
/// as P_jk = R_j P0_jk C_k with P0 = softmax + epsilon, where a division only replaces R or C, and with the derivatives
/// of log P0, log R and log C by the logits: those of a new scaling are averages of earlier ones, so widths of
/// enclosures grow with the number of divisions, and do not double with each (theorem T14). Throws not_certified where
/// a sum may be zero or unbounded, saying what could help, or equal to clamp.
template <class S> class normalised_softmax {
 public:
  /// Softmax and epsilon only. Requires epsilon >= 0 and clamp >= 0. `remedy` ends in what raises small sums, if
  /// anything: "a positive hc_eps or ".
  normalised_softmax(const context<S>& context, const matrix<S>& logits, sum_floor<S> floor, std::string remedy)
      : context_(context), n_(logits.rows()), zero_(context.exact(0)), floor_(std::move(floor)),
        remedy_(std::move(remedy)), start_(context, logits, floor_.epsilon), R_(ones()), C_(ones()) {}

  void normalise_columns() {
    scaling next = C_;
    for (std::size_t k = 0; k < n_; ++k)
      normalise(next, C_, k, R_, "column", [k](std::size_t j) { return std::pair(j, k); });
    C_ = std::move(next);
  }

  void normalise_rows() {
    scaling next = R_;
    for (std::size_t j = 0; j < n_; ++j)
      normalise(next, R_, j, C_, "row", [j](std::size_t k) { return std::pair(j, k); });
    R_ = std::move(next);
  }

  /// Columns, then `iterations` - 1 times rows and columns.
  void alternate(std::size_t iterations) {
    normalise_columns();
    for (std::size_t i = 1; i < iterations; ++i) {
      normalise_rows();
      normalise_columns();
    }
  }

  S value(std::size_t j, std::size_t k) const { return R_.value[j] * start_.P0(j, k) * C_.value[k]; }

  /// The derivatives of value(j, k) by the logits, L_ab at a * n + b.
  std::vector<S> derivative(std::size_t j, std::size_t k) const {
    const S factor = value(j, k);
    std::vector<S> r;
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = 0; b < n_; ++b) {
        S dlog = R_.dlog(j, a * n_ + b) + C_.dlog(k, a * n_ + b);
        if (a == j) dlog += start_.dlog_P0(j * n_ + k, b);
        r.push_back(factor * dlog);
      }
    return r;
  }

 private:
  /// R or C: n values and the derivatives of their logarithms by the n^2 logits.
  struct scaling {
    std::vector<S> value;
    matrix<S> dlog;
  };

  scaling ones() const { return {std::vector<S>(n_, context_.exact(1)), matrix<S>(n_, n_ * n_, zero_)}; }

  /// next_a = 1 / (sum_b other_b P0 + epsilon / old_a), P0 at place(b): with w_b = other_b P0 next_a and
  /// w = (epsilon / old_a) next_a, which sum to one, dlog next_a = w dlog old_a - sum_b w_b (dlog other_b + dlog P0).
  /// Where the clamp divides, next_a = old_a / clamp and dlog next_a = dlog old_a.
  template <class Place>
  void normalise(scaling& next, const scaling& old, std::size_t a, const scaling& other, const char* what,
                 Place place) const {
    std::vector<S> weight;
    S kept = floor_.epsilon / old.value[a], sum = kept;
    for (std::size_t b = 0; b < n_; ++b) {
      const auto [j, k] = place(b);
      weight.push_back(other.value[b] * start_.P0(j, k));
      sum += weight.back();
    }
    const division_name name{what, a, remedy_};
    if (is_clamped(old.value[a] * sum, floor_.clamp, name)) {
      next.value[a] = old.value[a] / floor_.clamp;
      require_positive(certainly_less(zero_, context_.exact(1) / next.value[a]), name);
      return; // next.dlog is old.dlog
    }
    if (certainly_less(zero_, sum)) next.value[a] = context_.exact(1) / sum;
    require_positive(certainly_less(zero_, sum) && certainly_less(zero_, next.value[a]), name);
    kept = kept * next.value[a];
    for (std::size_t c = 0; c < n_ * n_; ++c) next.dlog(a, c) = kept * old.dlog(a, c);
    for (std::size_t b = 0; b < n_; ++b) {
      const auto [j, k] = place(b);
      const S w = weight[b] * next.value[a];
      for (std::size_t c = 0; c < n_ * n_; ++c) next.dlog(a, c) -= w * other.dlog(b, c);
      for (std::size_t l = 0; l < n_; ++l) next.dlog(a, j * n_ + l) -= w * start_.dlog_P0(j * n_ + k, l);
    }
  }

  context<S> context_;
  std::size_t n_;
  S zero_;
  sum_floor<S> floor_;
  std::string remedy_;
  floored_softmax<S> start_;
  scaling R_, C_;
};

} // namespace mixcert

// Whoever uses the template must see its specialisation for boxes of states.
#include "mixcert/mixer/detail/normalised_softmax_box.hpp" // IWYU pragma: export
