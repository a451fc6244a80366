#include "mixcert/certificate/checker/counting.hpp"

#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mixcert::checker {
namespace {

constexpr std::size_t most_counted = 12;

/// Of a symmetric matrix, by its entries on and below the diagonal; none where the sign of a pivot is not certain.
std::optional<std::size_t> positive_pivots(interval_matrix A) {
  std::size_t positive = 0;
  for (std::size_t k = 0; k < A.rows; ++k) {
    const interval& pivot = A(k, k);
    if (is_positive(pivot))
      ++positive;
    else if (!is_positive(-pivot))
      return std::nullopt;
    for (std::size_t i = k + 1; i < A.rows; ++i) {
      if (is_zero(A(i, k))) continue;
      const interval factor = -(A(i, k) / pivot);
      for (std::size_t j = k + 1; j <= i; ++j) add_product(A(i, j), factor, A(j, k));
    }
  }
  return positive;
}

/// The rank of a matrix of points, by elimination without rounding; none where an entry is no point.
std::optional<std::size_t> exact_rank(const interval_matrix& M) {
  std::vector<std::vector<rational>> rows(M.rows, std::vector<rational>(M.cols));
  for (std::size_t i = 0; i < M.rows; ++i)
    for (std::size_t j = 0; j < M.cols; ++j) {
      if (mpfr_equal_p(M(i, j).lower(), M(i, j).upper()) == 0 || !is_bounded(M(i, j))) return std::nullopt;
      mpfr_get_q(rows[i][j].get_mpq_t(), M(i, j).lower());
    }
  std::size_t rank = 0;
  for (std::size_t c = 0; c < M.cols; ++c) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][c] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const rational factor = rows[i][c] / rows[rank][c];
      for (std::size_t j = c; j < M.cols; ++j) rows[i][j] -= factor * rows[rank][j];
    }
    ++rank;
  }
  return rank;
}

class counted_values {
 public:
  counted_values(const interval_matrix& M, mpfr_prec_t bits)
      : bits_(bits), gram_(product(transpose(M), M, bits)), norm_(bound(M)), lower_(M.cols, 0), upper_(M.cols, norm_) {
    if (const std::optional<std::size_t> rank = exact_rank(M))
      std::fill(upper_.begin() + static_cast<std::ptrdiff_t>(*rank), upper_.end(), 0);
  }

  std::vector<interval> run() {
    for (std::size_t k = 0; k < lower_.size(); ++k)
      while (!is_narrow(k) && is_divided(k)) {
      }
    std::vector<interval> r;
    for (std::size_t k = 0; k < lower_.size(); ++k) r.emplace_back(lower_[k], upper_[k], bits_);
    return r;
  }

 private:
  rational bound(const interval_matrix& M) const {
    const interval norm = frobenius(M, bits_);
    if (!is_bounded(norm)) throw not_established("an entry of a map is not bounded");
    rational r = 1;
    while (position_below(norm, r) != position::inside) r *= 2;
    return r;
  }

  bool is_narrow(std::size_t k) const {
    const long places = static_cast<long>(bits_);
    return upper_[k] - lower_[k] <= power_of_two(-places / 5) * lower_[k] || upper_[k] <= power_of_two(-places) * norm_;
  }

  /// Moves an end of value k, and of the others what is learned beside.
  bool is_divided(std::size_t k) {
    for (const long eighths : {4, 3, 5}) {
      const rational x = lower_[k] + (upper_[k] - lower_[k]) * rational(eighths, 8);
      interval_matrix shifted = gram_;
      for (std::size_t i = 0; i < shifted.rows; ++i) shifted(i, i) -= interval(rational(x * x), bits_);
      const std::optional<std::size_t> above = positive_pivots(std::move(shifted));
      if (!above) continue;
      for (std::size_t i = 0; i < lower_.size(); ++i) {
        rational& end = i < *above ? lower_[i] : upper_[i];
        if (i < *above ? end < x : end > x) end = x;
      }
      return true;
    }
    return false;
  }

  mpfr_prec_t bits_;
  interval_matrix gram_;
  rational norm_; ///< that no value exceeds
  std::vector<rational> lower_, upper_;
};

} // namespace

std::vector<interval> singular_values(const interval_matrix& M, mpfr_prec_t bits) {
  if (M.cols <= most_counted) return counted_values(M, bits).run();
  std::vector<interval> r = enclose_singular_values(M, bits);
  if (const std::optional<std::size_t> rank = exact_rank(M))
    std::fill(r.begin() + static_cast<std::ptrdiff_t>(*rank), r.end(), interval(bits));
  return r;
}

} // namespace mixcert::checker
