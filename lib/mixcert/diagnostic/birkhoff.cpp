#include "mixcert/diagnostic/birkhoff.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

constexpr const char* remedy = "; give a matrix of fractions that is exactly doubly stochastic, or one of intervals";
constexpr std::size_t unmatched = static_cast<std::size_t>(-1);

bool is_positive(const rational& x) { return mpq_sgn(x.get()) > 0; }

/// A perfect matching of rows and columns on the positive entries, grown by augmenting paths.
class matching {
 public:
  explicit matching(const matrix<rational>& S) : S_(S), row_of_column_(S.cols(), unmatched) {
    for (std::size_t i = 0; i < S.rows(); ++i) {
      visited_.assign(S.cols(), false);
      if (!augment(i)) throw std::logic_error("matching: rows and columns with equal sums have none");
    }
  }
  std::vector<std::size_t> column_of_row() const {
    std::vector<std::size_t> columns(row_of_column_.size());
    for (std::size_t j = 0; j < row_of_column_.size(); ++j) columns[row_of_column_[j]] = j;
    return columns;
  }

 private:
  bool augment(std::size_t row) {
    for (std::size_t j = 0; j < S_.cols(); ++j) {
      if (visited_[j] || !is_positive(S_(row, j))) continue;
      visited_[j] = true;
      if (row_of_column_[j] == unmatched || augment(row_of_column_[j])) {
        row_of_column_[j] = row;
        return true;
      }
    }
    return false;
  }

  const matrix<rational>& S_;
  std::vector<std::size_t> row_of_column_;
  std::vector<bool> visited_;
};

void require_square(std::size_t rows, std::size_t cols) {
  if (rows != cols || rows == 0)
    throw input_error("this matrix is " + std::to_string(rows) + " x " + std::to_string(cols) +
                      " and cannot be doubly stochastic; give a square one with at least one row");
}

void require_unit_rows(const matrix<rational>& S, const std::string& name) {
  for (std::size_t i = 0; i < S.rows(); ++i) {
    rational sum;
    for (std::size_t j = 0; j < S.cols(); ++j) sum += S(i, j);
    if (mpq_cmp_si(sum.get(), 1, 1) != 0)
      throw input_error("the matrix is not doubly stochastic: " + name + " " + std::to_string(i) +
                        " (counted from 0) sums to " + to_string(sum) + remedy);
  }
}

void require_doubly_stochastic(const matrix<rational>& S) {
  require_square(S.rows(), S.cols());
  for (std::size_t i = 0; i < S.rows(); ++i)
    for (std::size_t j = 0; j < S.cols(); ++j)
      if (mpq_sgn(S(i, j).get()) < 0)
        throw input_error("the matrix is not doubly stochastic: entry (" + std::to_string(i) + ", " +
                          std::to_string(j) + ") (counted from 0) is " + to_string(S(i, j)) + remedy);
  require_unit_rows(S, "row");
  require_unit_rows(transpose(S), "column");
}

mp_interval enclosed(const rational& x, mpfr_prec_t bits) {
  mp_float lower(bits), upper(bits);
  mpfr_set_q(lower.get(), x.get(), MPFR_RNDD);
  mpfr_set_q(upper.get(), x.get(), MPFR_RNDU);
  return {lower, upper, bits};
}

/// The largest sum of a row, rounded up.
mp_float largest_row_sum(const matrix<mp_float>& A, mpfr_prec_t bits) {
  mp_float largest(bits);
  for (std::size_t i = 0; i < A.rows(); ++i) {
    mp_float sum(bits);
    for (std::size_t j = 0; j < A.cols(); ++j) mpfr_add(sum.get(), sum.get(), A(i, j).get(), MPFR_RNDU);
    mpfr_max(largest.get(), largest.get(), sum.get(), MPFR_RNDU);
  }
  return largest;
}

/// The largest multiple of 2^-bits that is at most x / divisor.
rational quotient_on_grid(const mp_float& x, const mp_float& divisor, mpfr_prec_t bits) {
  mp_float quotient(x.bits());
  mpfr_div(quotient.get(), x.get(), divisor.get(), MPFR_RNDD);
  mpfr_mul_2si(quotient.get(), quotient.get(), bits, MPFR_RNDD);
  rational r;
  mpfr_get_z(mpq_numref(r.get()), quotient.get(), MPFR_RNDD);
  mpq_div_2exp(r.get(), r.get(), static_cast<mp_bitcnt_t>(bits));
  return r;
}

/// What the rows lack of the sum 1.
std::vector<rational> missing_in_rows(const matrix<rational>& S) {
  std::vector<rational> missing(S.rows(), rational(1.0));
  for (std::size_t i = 0; i < S.rows(); ++i)
    for (std::size_t j = 0; j < S.cols(); ++j) missing[i] -= S(i, j);
  return missing;
}

/// Raises entries until all sums are 1, row by row in the first columns that lack something (the corner rule of
/// transportation problems). No sum may be above 1.
void fill_up(matrix<rational>& S) {
  std::vector<rational> rows = missing_in_rows(S), columns = missing_in_rows(transpose(S));
  for (std::size_t i = 0, j = 0; i < S.rows() && j < S.cols();) {
    const rational added = min(rows[i], columns[j]);
    S(i, j) += added;
    rows[i] -= added;
    columns[j] -= added;
    if (is_exact_zero(rows[i]))
      ++i;
    else
      ++j;
  }
}

} // namespace

std::vector<permutation_term> birkhoff_decomposition(const matrix<rational>& S) {
  require_doubly_stochastic(S);
  std::vector<permutation_term> terms;
  matrix<rational> rest = S;
  for (rational left(1.0); is_positive(left); left -= terms.back().weight) {
    const std::vector<std::size_t> columns = matching(rest).column_of_row();
    rational weight = left;
    for (std::size_t i = 0; i < columns.size(); ++i) weight = min(weight, rest(i, columns[i]));
    for (std::size_t i = 0; i < columns.size(); ++i) rest(i, columns[i]) -= weight;
    terms.push_back({std::move(weight), columns});
  }
  std::stable_sort(terms.begin(), terms.end(), [](const permutation_term& a, const permutation_term& b) {
    return certainly_less(b.weight, a.weight);
  });
  return terms;
}

matrix<rational> combination(const std::vector<permutation_term>& terms, std::size_t n) {
  matrix<rational> sum(n, n, rational());
  for (const auto& [weight, columns] : terms)
    for (std::size_t i = 0; i < n; ++i) sum(i, columns[i]) += weight;
  return sum;
}

matrix<rational> doubly_stochastic_near(const matrix<mp_interval>& H, mpfr_prec_t bits) {
  require_square(H.rows(), H.cols());
  for (const mp_interval& x : H.values())
    if (!is_finite(x))
      throw not_certified("an entry of the matrix could not be bounded, so no permutations combine to it");
  const mpfr_prec_t working = bits + 64;
  const matrix<mp_float> middle = map(H, [&](const mp_interval& x) {
    mp_float m = midpoint(x, working);
    return mpfr_sgn(m.get()) > 0 ? m : mp_float(working);
  });
  mp_float scale(1.0, working);
  mpfr_max(scale.get(), scale.get(), largest_row_sum(middle, working).get(), MPFR_RNDU);
  mpfr_max(scale.get(), scale.get(), largest_row_sum(transpose(middle), working).get(), MPFR_RNDU);
  matrix<rational> S = map(middle, [&](const mp_float& x) { return quotient_on_grid(x, scale, bits); });
  fill_up(S);
  return S;
}

enclosed_birkhoff birkhoff_decomposition(const matrix<mp_interval>& H, mpfr_prec_t bits) {
  const matrix<rational> S = doubly_stochastic_near(H, bits);
  enclosed_birkhoff r{birkhoff_decomposition(S), mp_interval(0, H(0, 0).bits()), mp_interval(0, H(0, 0).bits())};
  for (std::size_t i = 0; i < H.values().size(); ++i) {
    const mp_interval difference = H.values()[i] - enclosed(S.values()[i], H.values()[i].bits());
    r.largest_residual = max(r.largest_residual, abs(difference));
    r.frobenius_residual += sqr(difference);
  }
  r.frobenius_residual = sqrt(r.frobenius_residual);
  return r;
}

} // namespace mixcert
