#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

/// Numbers and the derivatives of their logarithms.
struct factors {
  std::vector<interval> value, rate;
};

/// The matrix R_j P_jk C_k with a fixed P: a division changes R or C alone, so that enclosures widen with the number of
/// divisions and do not double.
class scaled_matrix {
 public:
  scaled_matrix(const std::vector<dual>& P, std::size_t n, const sum_floor& floor) : n_(n), floor_(floor) {
    const mpfr_prec_t bits = P.front().value.bits();
    rows_ = columns_ = {std::vector<interval>(n, interval(1, bits)), std::vector<interval>(n, interval(bits))};
    for (const dual& x : P) {
      P_.value.push_back(x.value);
      P_.rate.push_back(x.slope / x.value);
    }
  }

  void divide_rows() { divide(rows_, columns_, n_, 1); }
  void divide_columns() { divide(columns_, rows_, 1, n_); }

  std::vector<dual> entries() const {
    std::vector<dual> r;
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t k = 0; k < n_; ++k) {
        interval x = rows_.value[j] * P_.value[j * n_ + k] * columns_.value[k];
        interval slope = x * (rows_.rate[j] + P_.rate[j * n_ + k] + columns_.rate[k]);
        r.push_back({std::move(x), std::move(slope)});
      }
    return r;
  }

 private:
  /// Entry k of line l stands at l * line + k * step.
  void divide(factors& own, const factors& other, std::size_t line, std::size_t step) const {
    for (std::size_t l = 0; l < n_; ++l) {
      interval sum(own.value[l].bits()), slope = sum;
      for (std::size_t k = 0; k < n_; ++k) {
        const std::size_t c = l * line + k * step;
        const interval x = other.value[k] * P_.value[c];
        sum += x;
        add_product(slope, x, other.rate[k] + P_.rate[c]);
      }
      const interval line_sum = own.value[l] * sum;
      if (is_less(line_sum, floor_.clamp)) {
        own.value[l] = own.value[l] / floor_.clamp;
        continue;
      }
      if (!is_less(floor_.clamp, line_sum))
        throw not_established("a sum of routing weights may be equal to its clamp, where there may be no derivative");
      const interval rest = floor_.epsilon / own.value[l], total = sum + rest;
      own.rate[l] = (rest * own.rate[l] - slope) / total;
      own.value[l] = 1 / total;
    }
  }

  std::size_t n_;
  sum_floor floor_;
  factors P_, rows_, columns_;
};

} // namespace

std::vector<dual> softmax_of_rows(const std::vector<dual>& logits, std::size_t n) {
  std::vector<dual> r;
  for (std::size_t j = 0; j < n; ++j) {
    const auto row = logits.begin() + static_cast<std::ptrdiff_t>(j * n);
    for (dual& p : softmax(std::vector<dual>(row, row + static_cast<std::ptrdiff_t>(n)))) r.push_back(std::move(p));
  }
  return r;
}

std::vector<dual> alternately_divided(const std::vector<dual>& start, std::size_t n, long iterations,
                                      const sum_floor& floor) {
  scaled_matrix M(start, n, floor);
  M.divide_columns();
  for (long i = 1; i < iterations; ++i) {
    M.divide_rows();
    M.divide_columns();
  }
  return M.entries();
}

} // namespace mixcert::checker
